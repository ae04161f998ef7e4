import NIOCore

/// A file of the page with its entity tag.
struct ServedFile: Sendable {
  let bytes: ByteBuffer
  /// Whether the bytes are compressed by gzip.
  let isCompressed: Bool
  /// Whether the name stands for these bytes for ever.
  let isImmutable: Bool
  /// A strong validator (RFC 9110, 8.8.3): the FNV-1a hash of the bytes.
  let entityTag: String

  /// Creates a file from its bytes.
  ///
  /// - Complexity: O(bytes)
  init(_ bytes: [UInt8], isCompressed: Bool = false, isImmutable: Bool = false) {
    self.bytes = ByteBuffer(bytes: bytes)
    self.isCompressed = isCompressed
    self.isImmutable = isImmutable
    entityTag = "\"\(Self.hash(bytes))\""
  }

  /// Returns the hash of some bytes as a text.
  static func hash(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// Returns whether a client that sends this `If-None-Match` header has these bytes already.
  func isKnown(to condition: String?) -> Bool {
    guard let condition else { return false }
    return condition.split(separator: ",").contains { tag in
      let tag = tag.drop { $0 == " " }.prefix { $0 != " " }
      return tag == "*" || tag == entityTag || tag == "W/\(entityTag)"
    }
  }
}
