/// Where pages are served, and what clients may do.
public struct WebOptions: Sendable {
  /// The address of this machine that is listened on.
  public var host = "127.0.0.1"
  /// The port; 0 for a free one.
  public var port: UInt16 = 0
  /// Other origins than the address itself that pages may come from, such as `https://list.example`
  /// of a proxy that stands before this server.
  public var origins: [String] = []
  /// Files that are served besides the page's own, by their names; `index.html` stands in place of
  /// its own.
  public var files: [String: [UInt8]] = [:]
  /// What is borne of clients.
  public var limits = WebLimits()

  /// Serves on this machine alone, on a free port.
  public init() {}
}

/// What is borne of clients, in bytes, messages and seconds.
public struct WebLimits: Hashable, Sendable {
  /// How long the first line and the headers of a request may be.
  public var headBytes = 16 << 10
  /// How many clients may be connected.
  public var clients = 4096
  /// The longest message of a page.
  public var messageBytes = 1 << 20
  /// How many messages a page may send in a second, for some time; and at once.
  public var messagesPerSecond = 100.0, messagesAtOnce = 400.0
  /// How many pages may be open.
  public var pages = 64
  /// How long a request may take to come, in seconds.
  public var requestTime = 15.0
  /// How long an open page may be silent, in seconds; it is asked for a sign of life before.
  public var silence = 60.0

  /// The usual limits.
  public init() {}
}
