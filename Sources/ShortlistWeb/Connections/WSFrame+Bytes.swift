import FlyingFox
import FlyingSocks
import Foundation

/// Decoding and encoding of frames (RFC 6455, section 5).
extension WSFrame {
  /// Why the bytes of a client are not an acceptable frame.
  enum Unreadable: Error {
    case malformed, tooLong
  }

  /// Reads the next frame, with up to `limit` bytes of payload; a longer payload is not read.
  ///
  /// - Throws: `Unreadable`, `SocketError`, `CancellationError`.
  static func read(_ reader: ByteReader, atMost limit: Int) async throws -> WSFrame {
    let start = try await reader.take(2)
    let opcode = Opcode(start[0] & 0x0F)
    // Clients must mask their frames.
    guard start[1] & 0x80 != 0 else { throw Unreadable.malformed }
    var length = Int(start[1] & 0x7F)
    if length > 125 {
      let bytes = try await reader.take(length == 126 ? 2 : 8)
      guard bytes[0] < 0x80 || bytes.count == 2 else { throw Unreadable.malformed }
      length = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    // Control frames must be short and unfragmented.
    if opcode.rawValue & 8 != 0, length > 125 || start[0] & 0x80 == 0 {
      throw Unreadable.malformed
    }
    guard length <= limit else { throw Unreadable.tooLong }
    let mask = try await reader.take(4)
    var payload = try await reader.take(length)
    for index in payload.indices { payload[index] ^= mask[index & 3] }
    return WSFrame(
      fin: start[0] & 0x80 != 0, rsv1: start[0] & 0x40 != 0, rsv2: start[0] & 0x20 != 0,
      rsv3: start[0] & 0x10 != 0, opcode: opcode, mask: nil, payload: Data(payload))
  }

  /// The frame, encoded for a client.
  var bytes: Data {
    var bytes = Data([(fin ? 0x80 : 0) | opcode.rawValue])
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...0xFFFF:
      bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default:
      bytes.append(127)
      bytes += stride(from: 56, through: 0, by: -8).map { UInt8(payload.count >> $0 & 0xFF) }
    }
    return bytes + payload
  }
}
