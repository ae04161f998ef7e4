/// A column of values of one size, with nulls aside.
struct FlatColumn<Element: BitwiseCopyable & Sendable>: Sendable {
  /// The values of each chunk; anything where there is null.
  var chunks: [[Element]] = []
  /// Of each chunk the bitmap of its nulls, empty where there are none.
  var nulls: [[UInt64]] = []

  /// The values of chunks that have only a few, by their places; such a chunk is empty above.
  var few: [[Int: Element]] = []

  /// The value of a slot, nil for null.
  subscript(slot: UInt32) -> Element? {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    guard chunk < chunks.count, row < chunks[chunk].count else { return oneOfFew(chunk, row) }
    return nulls[chunk].hasBit(row) ? nil : chunks[chunk][row]
  }

  @inline(never)
  private func oneOfFew(_ chunk: Int, _ row: Int) -> Element? {
    chunk < few.count ? few[chunk][row] : nil
  }

  /// Sets the value of a slot, nil for null.
  ///
  /// - Complexity: O(1), amortised
  mutating func set(_ slot: UInt32, to value: Element?, filler: Element) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if chunk < chunks.count && !chunks[chunk].isEmpty {
      while chunks[chunk].count <= row {
        if chunks[chunk].count < row { nulls[chunk].setBit(chunks[chunk].count, of: row + 1) }
        chunks[chunk].append(filler)
      }
      chunks[chunk][row] = value ?? filler
      nulls[chunk].set(row, to: value == nil, of: chunks[chunk].count)
      return
    }
    if value == nil && chunk >= few.count { return }
    while chunks.count <= chunk {
      chunks.append([])
      nulls.append([])
    }
    while few.count <= chunk { few.append([:]) }
    few[chunk][row] = value
    if few[chunk].areMany(with: row) {
      (chunks[chunk], nulls[chunk]) = Self.chunk(few[chunk], rows: few[chunk].rows, filler)
      few[chunk] = [:]
    }
  }

  /// The same column with all chunks of a table of so many slots in full.
  ///
  /// - Complexity: O(chunks); O(rows) where chunks have only a few values
  func whole(_ slots: Int, filler: Element) -> Self {
    let count = Chunk.count(for: slots)
    func rows(_ chunk: Int) -> Int { Chunk.rows(of: chunk, count: slots) }
    if chunks.count == count && chunks.indices.allSatisfy({ chunks[$0].count == rows($0) }) {
      return self
    }
    var column = Self()
    for chunk in 0..<count {
      let rows = rows(chunk)
      if chunk < chunks.count && !chunks[chunk].isEmpty {
        let known = chunks[chunk].count
        column.chunks.append(chunks[chunk] + repeatElement(filler, count: rows - known))
        column.nulls.append(nulls[chunk])
        for row in known..<rows { column.nulls[chunk].setBit(row, of: rows) }
      } else {
        let made = Self.chunk(chunk < few.count ? few[chunk] : [:], rows: rows, filler)
        column.chunks.append(made.values)
        column.nulls.append(made.nulls)
      }
    }
    return column
  }

  private static func chunk(
    _ few: [Int: Element], rows: Int, _ filler: Element
  ) -> (values: [Element], nulls: [UInt64]) {
    var values = [Element](repeating: filler, count: rows)
    var nulls = [UInt64](rows: rows) { _ in true }
    for (row, value) in few {
      values[row] = value
      nulls.set(row, to: false, of: rows)
    }
    return (values, nulls)
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

  /// Appends a chunk of which only a few rows have a value.
  mutating func append(few values: [Int: Element]) {
    while few.count < chunks.count { few.append([:]) }
    chunks.append([])
    nulls.append([])
    few.append(values)
  }
}

/// The few values that a chunk has, by their places.
extension Dictionary where Key == Int {
  /// Whether the chunk is kept better as a whole, after a row got a value.
  func areMany(with row: Int) -> Bool { count * 8 > row && count * 8 > rows }

  /// The rows up to the last one that has a value.
  var rows: Int { (keys.max() ?? -1) + 1 }
}

extension FlatColumn<Int> {
  /// Whether the first values are ascending, none of them missing or twice.
  ///
  /// - Complexity: O(count)
  func isAscending(_ count: Int) -> Bool {
    var last: Int?
    for chunk in 0..<Chunk.count(for: count) {
      guard chunk < chunks.count, chunks[chunk].count >= Chunk.rows(of: chunk, count: count)
      else { return false }
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
