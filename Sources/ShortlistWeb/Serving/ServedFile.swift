import NIOCore

/// A file of the page with its entity tag.
struct ServedFile: Sendable {
  let bytes: ByteBuffer
  /// A strong validator (RFC 9110, 8.8.3): the FNV-1a hash of the bytes.
  let entityTag: String

  /// Creates a file from its bytes.
  ///
  /// - Complexity: O(bytes)
  init(_ bytes: [UInt8]) {
    self.bytes = ByteBuffer(bytes: bytes)
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(truncatingIfNeeded: byte)) &* 0x100_0000_01b3
    }
    entityTag = "\"\(String(hash, radix: 16))\""
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
