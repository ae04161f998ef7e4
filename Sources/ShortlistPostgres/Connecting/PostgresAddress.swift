import ShortlistCore

/// The address of a server, and what may be said of it.
struct PostgresAddress: Sendable {
  /// The connection URL, with credentials.
  let url: String
  /// The name in messages: the URL without user, password and parameters.
  let name: String
  /// What messages must not contain.
  private let secrets: [String]

  /// Parses a URL, as libpq does; one that cannot be parsed has no parts that may be said.
  init(_ url: String) {
    self.url = url
    let pq = try? LibPQ.loaded
    let options = pq.flatMap { Self.options(of: url, $0) } ?? [:]
    let defaults = pq.map { Self.defaults($0) } ?? [:]
    let (host, port) = (options["host"] ?? "", options["port"] ?? "")
    let database = options["dbname"] ?? ""
    // A `/` or `@` that is not percent-encoded in a password makes parts of it host, port or
    // database.
    isSound =
      !options.isEmpty && !(host + database).utf8.contains(UInt8(ascii: "@"))
      && port.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ",") }
    let place = host.hasPrefix("/") ? "" : host + (port.isEmpty ? "" : ":" + port)
    name = isSound ? "postgresql://\(place)/\(database)" : "postgresql://"
    // The environment or a service may name several servers, too; `any` is what libpq has by
    // itself.
    let hosts = ["host", "hostaddr"].compactMap { options[$0] ?? defaults[$0] }.joined(
      separator: " ")
    let attributes = defaults["target_session_attrs"] ?? "any"
    hasSeveralServers =
      hosts.contains(",") || options["target_session_attrs"] != nil || attributes != "any"
    secrets = ["password", "sslpassword"].flatMap { [options[$0], defaults[$0]] }
      .compactMap(\.self).filter { !$0.isEmpty }
  }

  /// Whether connections may lead to several servers, such as a replica and the one that it copies.
  let hasSeveralServers: Bool

  /// Whether the URL could be parsed.
  let isSound: Bool

  /// Returns whether a source is the URL of a server.
  static func isURL(_ source: String) -> Bool {
    source.hasPrefix("postgresql://") || source.hasPrefix("postgres://")
  }

  /// Returns a message of the library or the server, on one line and without credentials.
  func redacted(_ message: String) -> String {
    var redacted = message.split(whereSeparator: \.isNewline).joined(separator: " ")
      .replacing("\t", with: "")
    for secret in [url] + secrets { redacted = redacted.replacing(secret, with: "…") }
    return redacted
  }

  /// Returns an error that names the server.
  func error(_ reason: String) -> SourceError { SourceError(path: name, reason: reason) }

  /// Returns the options that a URL gives; nil if it cannot be parsed.
  private static func options(of url: String, _ pq: LibPQ) -> [String: String]? {
    if url.utf8.contains(0) || !isURL(url) { return nil }
    return unsafe read(pq.parse(url, nil), pq)
  }

  /// Returns the options that the environment and its service give, and those of libpq itself.
  private static func defaults(_ pq: LibPQ) -> [String: String] {
    unsafe read(pq.defaults(), pq) ?? [:]
  }

  /// Reads an array of options, and frees it.
  private static func read(_ options: UnsafeMutableRawPointer?, _ pq: LibPQ) -> [String: String]? {
    guard let options = unsafe options else { return nil }
    defer { unsafe pq.freeOptions(options) }
    // Each option has six pointers and an integer. The first pointer is the keyword, the fourth is
    // the value. A null keyword ends the array.
    typealias Pointer = UnsafePointer<CChar>?
    let size = unsafe MemoryLayout<Pointer>.stride
    var found: [String: String] = [:]
    var option = UnsafeRawPointer(options)
    while unsafe option.load(as: Pointer.self) != nil {
      let keyword = unsafe option.load(as: Pointer.self).map { unsafe String(cString: $0) }
      let value = unsafe option.load(fromByteOffset: 3 * size, as: Pointer.self)
        .map { unsafe String(cString: $0) }
      if let keyword, let value { found[keyword] = value }
      unsafe option += 7 * size
    }
    return found
  }
}
