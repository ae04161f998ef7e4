/// The characters that words consist of, as a two-stage bitmap.
struct WordTable: Sendable {
  /// The block in `bits` for each block of scalars; the block of a scalar is `scalar >> 8`.
  private var blocks = [UInt16](repeating: 0, count: 0x11_0000 >> 8)
  /// The bits, four integers per block; the first block has none set, the second has all set.
  private var bits = [UInt64](repeating: 0, count: 4) + [UInt64](repeating: .max, count: 4)

  /// The shared table, decoded on first use.
  static let shared = WordTable()

  private init() {
    var reader = NumberReader(FoldingData.words)
    var scalar = 0
    while let gap = reader.next(), let length = reader.next() {
      scalar += gap
      insert(scalar..<scalar + length)
      scalar += length
    }
  }

  private mutating func insert(_ run: Range<Int>) {
    var scalar = run.lowerBound
    while scalar < run.upperBound {
      let block = scalar >> 8
      if scalar & 0xFF == 0, scalar + 0x100 <= run.upperBound {
        blocks[block] = 1
        scalar += 0x100
        continue
      }
      if blocks[block] == 0 {
        blocks[block] = UInt16(bits.count / 4)
        bits.append(contentsOf: repeatElement(0, count: 4))
      }
      bits[Int(blocks[block]) * 4 + scalar >> 6 & 3] |= 1 << UInt64(scalar & 63)
      scalar += 1
    }
  }

  /// Returns whether a scalar is of general category L or N.
  func contains(_ scalar: UInt32) -> Bool {
    let scalar = Int(scalar)
    return bits[Int(blocks[scalar >> 8]) * 4 + scalar >> 6 & 3] >> UInt64(scalar & 63) & 1 != 0
  }
}
