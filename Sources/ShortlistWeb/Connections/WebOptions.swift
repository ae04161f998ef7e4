/// The address, content and limits of a web server.
public struct WebOptions: Sendable {
  /// The local address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 for any free port.
  public var port: UInt16 = 0
  /// Additional allowed origins, such as `https://list.example` of a reverse proxy in front of this
  /// server.
  ///
  /// If the proxy serves the page below a path, the URL has that path.
  public var origins: [String] = []
  /// The token of the address, and what the cookie holds; nil for new random ones.
  ///
  /// Both have at least 22 characters, all of them letters, digits or one of `-._~`.
  public var secrets: (token: String, pass: String)?
  /// Additional files to serve, by name; `index.html` replaces the built-in page.
  public var files: [String: [UInt8]] = [:]
  /// How long to serve after the last page was closed, in seconds; nil for without end.
  ///
  /// The time begins when a page has been open.
  public var linger: Double?
  /// The limits on clients.
  public var limits = WebLimits()

  /// Creates the default options: local clients only, on a free port.
  public init() {}
}

/// The limits on clients, in bytes, messages and seconds.
public struct WebLimits: Hashable, Sendable {
  /// The maximum length of a request line and headers, in bytes.
  public var headBytes = 16 << 10
  /// The maximum number of headers of a request.
  public var headers = 256
  /// The maximum number of connected clients.
  public var clients = 4096
  /// The maximum length of a message from a page, in bytes.
  public var messageBytes = 1 << 20
  /// The maximum number of frames that a message from a page can be divided into.
  public var messageFrames = 1024
  /// The sustained rate of messages from a page, and the maximum burst.
  public var messagesPerSecond = 100.0, messagesAtOnce = 400.0
  /// The maximum number of open pages.
  public var pages = 64
  /// The maximum time for a request to arrive, in seconds.
  public var requestTime = 15.0
  /// The maximum silence of an open page, in seconds; it is pinged earlier.
  public var silence = 60.0

  /// Creates the default limits.
  public init() {}
}
