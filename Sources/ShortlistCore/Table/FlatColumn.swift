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

  /// Sets the value of a slot, nil for null; the slot after the last one is added.
  ///
  /// - Complexity: O(1), amortised
  mutating func set(_ slot: UInt32, to value: Element?, filler: Element) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if chunk == chunks.count {
      chunks.append([])
      nulls.append([])
    }
    if row == chunks[chunk].count {
      chunks[chunk].append(value ?? filler)
    } else {
      chunks[chunk][row] = value ?? filler
    }
    nulls[chunk].set(row, to: value == nil, of: chunks[chunk].count)
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

extension FlatColumn<Int> {
  /// Whether the first values are ascending, none of them missing or twice.
  ///
  /// - Complexity: O(count)
  func isAscending(_ count: Int) -> Bool {
    var last: Int?
    for chunk in 0..<Chunk.count(for: count) {
      if nulls[chunk].contains(where: { $0 != 0 }) { return false }
      for value in chunks[chunk].prefix(Chunk.rows(of: chunk, count: count)) {
        if let last, last >= value { return false }
        last = value
      }
    }
    return true
  }

  /// The slot that has a value among the first ones, which are ascending.
  ///
  /// - Complexity: O(log count); O(1) where there are no gaps
  func slot(of value: Int, below count: Int) -> UInt32? {
    func at(_ slot: Int) -> Int { chunks[slot >> Chunk.shift][slot & Chunk.mask] }
    let guess = value.subtractingReportingOverflow(at(0))
    if !guess.overflow, (0..<count).contains(guess.partialValue), at(guess.partialValue) == value {
      return UInt32(guess.partialValue)
    }
    let slot = (0..<count).partitionPoint { at($0) < value }
    return slot < count && at(slot) == value ? UInt32(slot) : nil
  }
}

/// Bitmaps over the rows of a chunk; an empty array stands for no bits.
extension Array<UInt64> {
  func hasBit(_ row: Int) -> Bool { !isEmpty && self[row >> 6] & (1 << UInt64(row & 63)) != 0 }

  /// Sets a bit of a bitmap over `rows` rows, making room for it first.
  mutating func setBit(_ row: Int, of rows: Int) { set(row, to: true, of: rows) }

  /// Sets or clears a bit of a bitmap over `rows` rows, making room for them where there is any bit.
  mutating func set(_ row: Int, to isSet: Bool, of rows: Int) {
    if isEmpty && !isSet { return }
    let words = (rows + 63) / 64
    if count < words { append(contentsOf: repeatElement(0, count: words - count)) }
    let bit: UInt64 = 1 << UInt64(row & 63)
    if isSet { self[row >> 6] |= bit } else { self[row >> 6] &= ~bit }
  }
}
