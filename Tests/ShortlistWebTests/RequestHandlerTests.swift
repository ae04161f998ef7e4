import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import ShortlistWeb

@Suite("Requests over a connection")
struct RequestHandlerTests {
  private let gatekeeper: Gatekeeper
  private let cookie: String
  private let channel: EmbeddedChannel
  private let loop = EmbeddedEventLoop()

  init() throws {
    var options = WebOptions()
    options.limits.headBytes = 1000
    options.limits.headers = 20
    gatekeeper = Gatekeeper(options)
    gatekeeper.setPort(4000)
    let token = gatekeeper.invitation.split(separator: "=").last.map(String.init)
    guard
      case .invited(let cookie) = gatekeeper.judge(
        host: "127.0.0.1:4000", origin: nil, cookies: [], token: token, protocols: nil)
    else { throw CancellationError() }
    self.cookie = cookie
    let pages = Pages(limits: options.limits, progress: { nil }) { throw CancellationError() }
    let requests = RequestHandler(
      WebHandler(gatekeeper: gatekeeper, files: ["a b": Array("file".utf8)]), pages: pages)
    channel = EmbeddedChannel(loop: loop)
    try channel.pipeline.syncOperations.addHandlers(requests.handlers)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
    channel.read()
  }

  /// Sends bytes, some at a time, and returns the response bytes.
  private func answer(_ bytes: [UInt8], step: Int = .max) throws -> String {
    for start in stride(from: 0, to: bytes.count, by: max(1, min(step, bytes.count))) {
      let end = bytes.count - start > step ? start + step : bytes.count
      guard channel.isActive else { break }
      try channel.writeInbound(ByteBuffer(bytes: bytes[start..<end]))
    }
    return try output()
  }

  private func output() throws -> String {
    var answer = ""
    while let part = try channel.readOutbound(as: ByteBuffer.self) {
      answer += String(buffer: part)
    }
    return answer
  }

  private func answer(_ text: String, step: Int = .max) throws -> String {
    try answer(Array(text.utf8), step: step)
  }

  private func request(_ first: String, _ headers: String...) -> String {
    ([first, "Host: 127.0.0.1:4000", "Cookie: \(cookie)"] + headers + ["", ""])
      .joined(separator: "\r\n")
  }

  @Test("a request is answered, in whatever pieces it arrives", arguments: [1, 7, .max])
  func pieces(step: Int) throws {
    let answer = try answer(request("GET /a%20b?c=d HTTP/1.1"), step: step)
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Security-Policy: default-src 'none'"))
    #expect(answer.contains("\r\nContent-Length: 4\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nfile"))
    #expect(channel.isActive)
  }

  @Test("a file that the client has already is not sent again")
  func notModified() throws {
    let first = try answer(request("GET /a%20b HTTP/1.1"))
    let tag = try #require(first.firstMatch(of: #/\r\nETag: (".+")\r\n/#)?.1)
    for condition in ["\(tag)", "W/\(tag)", "\"other\", \(tag)", "*"] {
      let answer = try answer(request("GET /a%20b HTTP/1.1", "If-None-Match: \(condition)"))
      #expect(answer.hasPrefix("HTTP/1.1 304 Not Modified\r\n"), "\(condition)")
      #expect(answer.contains("\r\nETag: \(tag)\r\n"))
      #expect(!answer.contains("Content-Length"))
      #expect(answer.hasSuffix("\r\n\r\n"))
    }
    for condition in ["\"other\"", "\(tag.dropLast())", ""] {
      let answer = try answer(request("GET /a%20b HTTP/1.1", "If-None-Match: \(condition)"))
      #expect(answer.hasSuffix("\r\n\r\nfile"), "\(condition)")
    }
    let nothing = try answer(request("GET /nothing HTTP/1.1", "If-None-Match: *"))
    #expect(nothing.hasPrefix("HTTP/1.1 404 "))
    #expect(channel.isActive)
  }

  @Test("several requests are answered in order, and an empty line before one is skipped")
  func several() throws {
    let head = request("HEAD /a%20b HTTP/1.1")
    let answer = try answer(
      head + "\r\n" + request("GET /nothing HTTP/1.1") + request("GET /a%20b HTTP/1.0") + head)
    let statuses = answer.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
    #expect(statuses == ["200", "404", "200"])
    #expect(answer.hasSuffix("file"))
    #expect(!channel.isActive)
  }

  @Test(
    "whether the connection is kept",
    arguments: [
      ("HTTP/1.1", "Connection: keep-alive", true), ("HTTP/1.1", "Connection: Upgrade", true),
      ("HTTP/1.1", "connection: a, Close", false), ("HTTP/1.1", "Connection: closed", true),
      ("HTTP/1.0", "Connection: keep-alive", false),
    ])
  func keeping(version: String, header: String, isKept: Bool) throws {
    let answer = try answer(request("GET /a%20b \(version)", header))
    #expect(answer.contains("\r\nConnection: close\r\n") == !isKept)
    #expect(channel.isActive == isKept)
  }

  @Test(
    "what is no request, or one with a body, ends the connection",
    arguments: [
      ("GET\r\n\r\n", 400), ("GET /\r\n\r\n", 400), ("GET / HTTP/2\r\n\r\n", 400),
      ("GET x HTTP/1.1\r\n\r\n", 400), ("CONNECT a:1 HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nnothing\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400), ("GET / HTTP/1.1\r\nä: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: h\n\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nhost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nContent-Length: +0\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
    ])
  func refusals(text: String, status: Int) throws {
    let answer = try answer(text)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer.prefix(100))")
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.contains("\r\nContent-Security-Policy: default-src 'none'"))
    #expect(!channel.isActive)
  }

  @Test("bytes that are no text")
  func noText() throws {
    let answer = try answer(Array("GET / HTTP/1.1\r\nA: ".utf8) + [0xFF, 13, 10, 13, 10])
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
  }

  @Test(
    "a head that is too long is refused before its end",
    arguments: [
      "GET /" + String(repeating: "x", count: 1000),
      "GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: 1000),
      "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 21),
      "GET / HTTP/1.1\r\n"
        + String(repeating: "A: \(String(repeating: "b", count: 100))\r\n", count: 10),
    ])
  func long(text: String) throws {
    #expect(try answer(text).hasPrefix("HTTP/1.1 431 "))
    #expect(!channel.isActive)
  }

  @Test("a head must be complete in time")
  func slowHead() throws {
    let text = request("GET /a%20b HTTP/1.1")
    for byte in text.utf8.prefix(14) {
      loop.advanceTime(by: .seconds(1))
      #expect(try answer([byte]) == "")
    }
    #expect(channel.isActive)
    loop.advanceTime(by: .seconds(2))
    #expect(!channel.isActive)
  }

  @Test("what is asked for as a socket and is none ends the connection")
  func noSocket() throws {
    let origin = "Origin: http://127.0.0.1:4000"
    let token = gatekeeper.invitation.split(separator: "=").last ?? ""
    let protocols = "Sec-WebSocket-Protocol: shortlist, token.\(token)"
    let upgrade = ["Upgrade: websocket", "Connection: Upgrade"]
    let plain = try answer(request("GET /socket HTTP/1.1", origin, protocols))
    #expect(plain.hasPrefix("HTTP/1.1 400 "))
    let answer = try answer(
      request("GET /socket HTTP/1.1", origin, protocols, upgrade[0], upgrade[1]))
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(!channel.isActive)
  }
}
