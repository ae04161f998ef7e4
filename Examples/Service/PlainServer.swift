import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server of HTTP without a framework, for this computer alone: one request for each connection.
struct PlainServer: Sendable {
  /// A response in plain text.
  struct Response: Sendable {
    var status = "200 OK"
    var text: String

    init(_ text: String, status: String = "200 OK") { (self.text, self.status) = (text, status) }

    static var badRequest: Self { Self("no such request", status: "400 Bad Request") }
    static var notFound: Self { Self("nothing there", status: "404 Not Found") }
  }

  /// The system cannot open a connection.
  struct Unavailable: Error {
    var code: CInt
  }

  /// The port.
  let port: UInt16
  private let socket: Connection

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - respond: Responds to a line such as `GET /teas`, in a task that is cancelled when the
  ///     client closes the connection.
  /// - Throws: `Unavailable` if the port is taken.
  init(
    port: UInt16 = 0, respond: @escaping @Sendable (String) async -> Response
  ) throws(Unavailable) {
    socket = try Connection()
    self.port = try socket.open(port)
    DispatchQueue.global().async { [socket] in
      while let connection = socket.next() {
        DispatchQueue.global().async { Self.serve(connection, respond) }
      }
    }
  }

  /// Ends waiting for connections.
  func stop() { socket.end() }

  /// Serves a connection on a thread that may wait.
  private static func serve(
    _ connection: Connection, _ respond: @escaping @Sendable (String) async -> Response
  ) {
    guard let line = connection.readRequest() else { return connection.end() }
    let ended = DispatchSemaphore(value: 0)
    let task = Task {
      let response = await respond(line)
      if !Task.isCancelled {
        let body = response.text + "\n"
        connection.write(
          "HTTP/1.1 \(response.status)\r\nContent-Type: text/plain; charset=utf-8\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body)
      }
      connection.endWriting()
      ended.signal()
    }
    // Nothing else comes but the end, when the client has its response or does not want it any
    // more.
    while connection.read() != nil {}
    task.cancel()
    ended.wait()
    connection.end()
  }

  /// Sends a line to this server, as a client does, and returns the body of the response.
  func ask(_ line: String) async throws(Unavailable) -> String {
    let connection = try Connection()
    try connection.reach(port)
    connection.write("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let text = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var bytes: [UInt8] = []
        while let more = connection.read() { bytes += more }
        connection.end()
        continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
      }
    }
    return text.split(separator: "\r\n\r\n", maxSplits: 1).dropFirst().joined()
  }
}

/// A socket of TCP.
private struct Connection: Sendable {
  private let number: CInt

  private init(_ number: CInt) { self.number = number }

  init() throws(PlainServer.Unavailable) {
    #if canImport(Glibc)
      number = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      number = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    if number < 0 { throw PlainServer.Unavailable(code: errno) }
  }

  /// Listens at a port of this computer; returns the port.
  func open(_ port: UInt16) throws(PlainServer.Unavailable) -> UInt16 {
    var address = Self.address(port)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = number
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(number, address, size) == 0 && listen(number, 64) == 0
          && getsockname(number, address, &size) == 0
      }
    }
    if !isOpen { throw PlainServer.Unavailable(code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }

  func reach(_ port: UInt16) throws(PlainServer.Unavailable) {
    var address = Self.address(port)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = number
    let isOpen = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe connect(number, address, size) == 0
      }
    }
    if !isOpen { throw PlainServer.Unavailable(code: errno) }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  /// Waits for the next connection; nil when no more will come.
  func next() -> Connection? {
    let next = accept(number, nil, nil)
    return next < 0 ? nil : Connection(next)
  }

  /// Reads some bytes; nil at the end.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe recv(number, bytes.baseAddress, bytes.count, 0)
    }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Reads the head of a request, and returns its first line; nil if it is none.
  func readRequest() -> String? {
    var head = ""
    while !head.contains("\r\n\r\n") {
      guard head.utf8.count < 8192, let more = read() else { return nil }
      head += String(decoding: more, as: UTF8.self)
    }
    return head.split(separator: "\r\n").first.map(String.init)
  }

  func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        unsafe send(number, bytes.baseAddress, bytes.count, noSignal)
      }
      if sent <= 0 { return }
      rest = rest.dropFirst(sent)
    }
  }

  func endWriting() { _ = shutdown(number, CInt(SHUT_WR)) }

  func end() {
    _ = shutdown(number, CInt(SHUT_RDWR))
    _ = close(number)
  }
}

#if canImport(Darwin)
  private let noSignal: CInt = 0
#else
  private let noSignal = CInt(MSG_NOSIGNAL)
#endif
