import NIOCore
import NIOHTTP1

/// A complete response to a request.
struct HTTPResponse: Equatable, Sendable {
  var status: HTTPResponseStatus
  var headers: HTTPHeaders
  var body: ByteBuffer
}
