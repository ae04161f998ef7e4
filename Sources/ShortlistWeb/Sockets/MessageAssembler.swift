import FlyingFox
import Foundation

/// Puts the frames of a socket together to messages, and says what else is to be done.
///
/// What clients may send is in RFC 6455, sections 5 and 7.
struct MessageAssembler {
  /// What a frame asks for.
  enum Action: Hashable {
    /// Nothing yet.
    case nothing
    /// To answer a whole message.
    case answer([UInt8])
    /// To send this frame.
    case send(WSFrame)
    /// To send this frame, and no other.
    case end(WSFrame)
  }

  /// The longest message.
  let limit: Int
  /// What has come of a message whose end has not.
  private var partial: [UInt8]?

  init(limit: Int) { self.limit = limit }

  /// Takes a frame.
  mutating func take(_ frame: WSFrame) -> Action {
    if frame.rsv1 || frame.rsv2 || frame.rsv3 { return .end(.close(code: .protocolError)) }
    switch frame.opcode {
    case .text:
      if partial != nil { return .end(.close(code: .protocolError)) }
      return append(frame)
    case .continuation:
      if partial == nil { return .end(.close(code: .protocolError)) }
      return append(frame)
    case .ping:
      return .send(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
    case .pong: return .nothing
    case .close: return .end(.close(code: .normalClosure))
    case .binary: return .end(.close(code: .unsupportedData))
    default: return .end(.close(code: .protocolError))
    }
  }

  private mutating func append(_ frame: WSFrame) -> Action {
    var bytes = partial ?? []
    if bytes.count + frame.payload.count > limit { return .end(.close(code: .messageTooBig)) }
    bytes += frame.payload
    partial = frame.fin ? nil : bytes
    return frame.fin ? .answer(bytes) : .nothing
  }
}
