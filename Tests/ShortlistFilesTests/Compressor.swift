/// Writes compressed files without compressing, as their formats allow.
enum Compressor: String, CaseIterable {
  case gzip, zstd

  /// Returns a member or a frame for each text.
  func compress(_ texts: [[UInt8]]) -> [UInt8] {
    texts.flatMap { self == .gzip ? Self.member($0) : Self.frame($0) }
  }

  /// Returns a gzip member of stored blocks.
  private static func member(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    for start in stride(from: 0, through: text.count, by: 0xFFFF) {
      let block = text[start..<min(start + 0xFFFF, text.count)]
      bytes.append(start + 0xFFFF > text.count ? 1 : 0)
      bytes += littleEndian(block.count, 2) + littleEndian(block.count ^ 0xFFFF, 2) + block
    }
    return bytes + littleEndian(checksum(text), 4) + littleEndian(text.count, 4)
  }

  /// Returns a zstd frame of raw blocks, with a window of 128 KiB.
  private static func frame(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3]
    for start in stride(from: 0, through: text.count, by: 0x1_FFFF) {
      let block = text[start..<min(start + 0x1_FFFF, text.count)]
      let isLast = start + 0x1_FFFF > text.count
      bytes += littleEndian(block.count << 3 | (isLast ? 1 : 0), 3) + block
    }
    return bytes
  }

  /// Returns a zstd frame in which a byte is repeated, 128 KiB for each four bytes.
  static func repeated(_ byte: UInt8, blocks: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 7 << 3]
    for block in 1...blocks {
      bytes += littleEndian(0x2_0000 << 3 | 1 << 1 | (block == blocks ? 1 : 0), 3) + [byte]
    }
    return bytes
  }

  private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var sum: UInt32 = ~0
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~sum)
  }
}
