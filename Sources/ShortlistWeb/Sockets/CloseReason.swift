import NIOCore
import NIOWebSocket

/// Why the server closes the socket of a page (RFC 6455, section 7.4).
struct CloseReason: Error, Hashable, Sendable {
  let code: UInt16
  let text: String

  static let normalClosure = CloseReason(code: 1000, text: "")
  static let goingAway = CloseReason(code: 1001, text: "Going Away")
  static let protocolError = CloseReason(code: 1002, text: "Protocol Error")
  static let unsupportedData = CloseReason(code: 1003, text: "Unsupported Data")
  static let invalidText = CloseReason(code: 1007, text: "Not UTF-8")
  static let tooManyMessages = CloseReason(code: 1008, text: "too many messages")
  static let messageTooBig = CloseReason(code: 1009, text: "Message Too Big")
  static let tryAgainLater = CloseReason(code: 1013, text: "Try Again Later")

  init(code: UInt16, text: String) { (self.code, self.text) = (code, text) }

  /// The reason to close a socket after an error of its pipeline; nil if the connection has failed.
  init?(_ error: any Error) {
    switch error {
    case let reason as CloseReason: self = reason
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      self = .messageTooBig
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: self = .protocolError
    default: return nil
    }
  }

  /// The frame that closes a socket.
  var frame: WebSocketFrame {
    var data = ByteBuffer(integer: code)
    data.writeString(text)
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }
}
