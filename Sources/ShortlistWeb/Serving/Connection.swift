import FlyingFox
import FlyingSocks
import Foundation

/// A client connection: sequential requests, then possibly the WebSocket of a page.
struct Connection: Sendable {
  let socket: AsyncSocket
  let handler: WebHandler
  let limits: WebLimits
  /// The number of pages with an active socket.
  let pages: ConnectionCounter
  private let reader: ByteReader
  private let peer: HTTPRequest.Address?

  init(_ socket: AsyncSocket, handler: WebHandler, limits: WebLimits, pages: ConnectionCounter) {
    (self.socket, self.handler, self.limits, self.pages) = (socket, handler, limits, pages)
    reader = ByteReader(socket)
    peer = (try? socket.socket.remotePeer()).map(HTTPRequest.Address.make)
  }

  /// Answers requests until the client or the server ends, or the client violates a limit.
  func run() async {
    defer { try? socket.close() }
    do {
      while let request = try await nextRequest() {
        switch await handler.answer(request) {
        case .response(let response):
          try await send(response, to: request)
          if !request.keepsConnection { return }
        case .page(let page, let response):
          return await talk(page, response)
        }
      }
    } catch let unreadable as HTTPRequest.Unreadable {
      try? await send(WebHandler.response(unreadable.status, unreadable.reason), to: nil)
    } catch is ByteReader.TooLong {
      let status = HTTPStatusCode(431, phrase: "Request Header Fields Too Large")
      try? await send(WebHandler.response(status, "The request is too long."), to: nil)
    } catch {
      // The client is gone or too slow.
    }
  }

  /// Returns the next request; nil if none arrives in time.
  private func nextRequest() async throws -> HTTPRequest? {
    let head = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
      group.addTask { [reader, limits] in try await reader.takeHead(atMost: limits.headBytes) }
      group.addTask { [limits] in
        try await Task.sleep(for: .seconds(limits.requestTime))
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
    return try head.map { try HTTPRequest(head: $0, from: peer) }
  }

  private func send(_ response: HTTPResponse, to request: HTTPRequest?) async throws {
    var response = response
    if request?.keepsConnection != true { response.headers[.connection] = "close" }
    let body = try await response.bodyData
    let isWanted = request?.method != .HEAD
    try await socket.write(response.head(length: body.count) + (isWanted ? body : Data()))
  }

  private func talk(_ page: PageSocket, _ response: HTTPResponse) async {
    handler.pool.trust(peer)
    pages.enter()
    do {
      try await socket.write(response.head(length: nil))
      let incoming = AsyncThrowingStream { [reader, limits] in
        try await WSFrame.read(reader, atMost: limits.messageBytes) as WSFrame?
      }
      for await frame in page.frames(for: incoming) { try await socket.write(frame.bytes) }
    } catch {
      // The client is gone or does not read.
    }
    pages.leave()
    handler.pool.distrust(peer)
    // The number of a closed socket is reused for the next one, so reading must have ended.
    await page.leave()
  }
}
