/// A column of values of one size, with nulls aside.
struct FlatColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  /// The values of each chunk; anything where there is null.
  var chunks: [[Element]] = []
  /// Of each chunk the bitmap of its nulls, empty where there are none.
  var nulls: [[UInt64]] = []

  /// The value of a slot, nil for null.
  subscript(slot: UInt32) -> Element? {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    return nulls[chunk].hasBit(row) ? nil : chunks[chunk][row]
  }

  /// Appends a chunk of values, nil for null.
  mutating func append(_ values: some Collection<Element?>, filler: Element) {
    var bits: [UInt64] = []
    for (row, value) in values.enumerated() where value == nil {
      bits.setBit(row, of: values.count)
    }
    chunks.append(values.map { $0 ?? filler })
    nulls.append(bits)
  }
}

/// Bitmaps over the rows of a chunk; an empty array stands for no bits.
extension Array<UInt64> {
  func hasBit(_ row: Int) -> Bool { !isEmpty && self[row >> 6] & (1 << UInt64(row & 63)) != 0 }

  /// Sets a bit of a bitmap over `rows` rows, making room for it first.
  mutating func setBit(_ row: Int, of rows: Int) {
    if isEmpty { self = Array(repeating: 0, count: (rows + 63) / 64) }
    self[row >> 6] |= 1 << UInt64(row & 63)
  }
}
