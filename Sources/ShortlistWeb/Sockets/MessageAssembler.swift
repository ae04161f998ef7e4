import FlyingFox
import Foundation

/// Assembles the frames of a socket into messages, and handles control frames.
///
/// Follows RFC 6455, sections 5 and 7.
struct MessageAssembler {
  /// The action that a frame requires.
  enum Action: Hashable {
    /// None yet.
    case nothing
    /// Answer a complete message.
    case answer([UInt8])
    /// Send this frame.
    case send(WSFrame)
    /// Send this frame as the last one.
    case end(WSFrame)
  }

  /// The maximum length of a message, in bytes.
  let limit: Int
  /// The received part of an incomplete message.
  private var partial: [UInt8]?

  init(limit: Int) { self.limit = limit }

  /// Handles a frame.
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
