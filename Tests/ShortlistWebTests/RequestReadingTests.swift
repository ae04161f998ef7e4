import FlyingFox
import Testing

@testable import ShortlistWeb

@Suite("Bytes become requests")
struct RequestReadingTests {
  private func read(_ text: String) throws -> HTTPRequest {
    try HTTPRequest(head: Array(text.utf8), from: .ip4("127.0.0.1", port: 9))
  }

  @Test("the first line and the headers", arguments: ["\r\n", "\n"])
  func parts(end: String) throws {
    let request = try read(
      ["GET /a%20b?page=x%26y&c HTTP/1.1", "Host: h:1", "cookie:a=1; b=2", "Cookie: c ", "", ""]
        .joined(separator: end))
    #expect(request.method == .GET)
    #expect(request.path == "/a b")
    #expect(request.query.map(\.name) == ["page", "c"])
    #expect(request.query.first?.value == "x&y")
    #expect(request.headers[.host] == "h:1")
    #expect(request.headers.values(for: .cookie) == ["a=1; b=2", "c"])
    #expect(request.remoteAddress == .ip4("127.0.0.1", port: 9))
    #expect(request.keepsConnection)
  }

  @Test(
    "whether the connection is kept",
    arguments: [
      ("HTTP/1.1", "Connection: keep-alive", true), ("HTTP/1.1", "Connection: Upgrade", true),
      ("HTTP/1.1", "connection: a, Close", false), ("HTTP/1.1", "Connection: closed", true),
      ("HTTP/1.0", "Connection: keep-alive", false),
    ])
  func keeping(version: String, header: String, isKept: Bool) throws {
    #expect(try read("GET / \(version)\r\n\(header)\r\n\r\n").keepsConnection == isKept)
  }

  @Test(
    "what is no request, or one with a body",
    arguments: [
      ("", 400), ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/2\r\n\r\n", 400), ("GET x HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nnothing\r\n\r\n", 400), ("GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400), ("GET / HTTP/1.1\r\nä: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: h\r\nhost: h\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nContent-Length: +0\r\n\r\n", 413),
      ("GET / HTTP/1.1\r\nTransfer-Encoding: identity\r\n\r\n", 413),
    ])
  func refusals(text: String, status: Int) {
    let error = #expect(throws: HTTPRequest.Unreadable.self) { try read(text) }
    #expect(error?.status.code == status)
  }

  @Test("bytes that are no text")
  func noText() {
    let head = Array("GET / HTTP/1.1\r\nA: ".utf8) + [0xFF, 10, 10]
    #expect(throws: HTTPRequest.Unreadable.self) { try HTTPRequest(head: head, from: nil) }
  }
}
