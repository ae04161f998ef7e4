/// A column of fixed-size values.
struct FlatColumn<Element: FlatValue>: Sendable {
  /// The values of one chunk.
  struct Piece: Sendable {
    /// The values; undefined where the row is null.
    var values: [Element] = []
    /// The null bitmap; empty if there are no nulls.
    var nulls: [UInt64] = []
    /// The values of a sparse chunk, keyed by row; `values` is empty then.
    var few: [Int: Element] = [:]
    var stored: StoredPiece<Self>?

    /// Returns the value of a row; nil for null.
    @inline(__always)
    func value(_ row: Int) -> Element? {
      guard row < values.count else { return oneOfFew(row) }
      return nulls.hasBit(row) ? nil : values[row]
    }

    @inline(never)
    private func oneOfFew(_ row: Int) -> Element? { few[row] }
  }

  /// The chunks.
  var pieces = Pieces<Piece>()

  /// The value of a slot; nil for null.
  subscript(slot: UInt32) -> Element? {
    let chunk = Int(slot >> Chunk.shift)
    guard chunk < pieces.count else { return nil }
    let row = Int(slot) & Chunk.mask
    guard row < pieces.array[chunk].values.count else { return fewOrStored(chunk, row) }
    return pieces.array[chunk].nulls.hasBit(row) ? nil : pieces.array[chunk].values[row]
  }

  @inline(never)
  private func fewOrStored(_ chunk: Int, _ row: Int) -> Element? { pieces[chunk].value(row) }

  /// The column with all pieces in memory, for algorithms that go to rows in any order.
  var loaded: Self { Self(pieces: pieces.loaded) }

  /// Sets the value in a slot of a table of `slots` slots, this one included; nil sets null.
  ///
  /// - Complexity: O(1), amortised
  mutating func set(_ slot: UInt32, to value: Element?, slots: Int) {
    let chunk = Int(slot >> Chunk.shift)
    let row = Int(slot) & Chunk.mask
    if value == nil && chunk >= pieces.count { return }
    while chunk >= pieces.count { pieces.append(Piece()) }
    pieces.own(chunk)
    let count = pieces.array[chunk].values.count
    if count == 0 { return setOneOfFew(chunk, row, to: value, slots: slots) }
    if row < count {
      pieces.array[chunk].values[row] = value ?? Element()
    } else {
      for missing in count..<row {
        pieces.array[chunk].values.append(Element())
        pieces.array[chunk].nulls.setBit(missing, of: row + 1)
      }
      pieces.array[chunk].values.append(value ?? Element())
    }
    pieces.array[chunk].nulls.set(row, to: value == nil, of: max(count, row + 1))
  }

  @inline(never)
  private mutating func setOneOfFew(_ chunk: Int, _ row: Int, to value: Element?, slots: Int) {
    let rows = Chunk.rows(of: chunk, count: slots)
    pieces[chunk].few[row] = value
    if pieces[chunk].few.areMany(of: rows) { pieces[chunk] = pieces[chunk].whole(rows) }
  }

  /// Returns the column with all chunks of a table of `slots` slots in full storage.
  ///
  /// - Complexity: O(chunks); O(rows) if chunks are sparse
  func whole(_ slots: Int) -> Self { Self(pieces: pieces.whole(slots)) }

  /// Appends a chunk of values; nil is null.
  mutating func append(_ values: some Collection<Element?>) {
    var nulls: [UInt64] = []
    for (row, value) in values.enumerated() where value == nil {
      nulls.setBit(row, of: values.count)
    }
    pieces.append(Piece(values: values.map { $0 ?? Element() }, nulls: nulls))
  }
}

/// A fixed-size value.
protocol FlatValue: BitwiseCopyable, Sendable {
  /// Creates the placeholder for null.
  init()

  /// Reads values from a block; nil if it does not have them.
  static func read(_ count: Int, from block: inout BlockReader) -> [Self]?

  /// Writes values to a block.
  static func write(_ values: [Self], to block: inout BlockWriter)
}

extension Int: FlatValue {}
extension Double: FlatValue {}
extension Bool: FlatValue {}

extension FlatColumn.Piece: ColumnPiece {
  var count: Int { values.count }

  func whole(_ rows: Int) -> Self {
    var piece = self
    piece.few = [:]
    piece.values += repeatElement(Element(), count: rows - count)
    for row in count..<rows { piece.nulls.setBit(row, of: rows) }
    for (row, value) in few {
      piece.values[row] = value
      piece.nulls.set(row, to: false, of: rows)
    }
    return piece
  }
}

extension FlatColumn<Int> {
  /// Returns whether the first `count` values are strictly ascending and none is null.
  ///
  /// - Complexity: O(count)
  func isAscending(_ count: Int) -> Bool {
    var last: Int?
    for chunk in 0..<Chunk.count(for: count) {
      let rows = Chunk.rows(of: chunk, count: count)
      guard chunk < pieces.count, pieces[chunk].count >= rows else { return false }
      if pieces[chunk].nulls.contains(where: { $0 != 0 }) { return false }
      for value in pieces[chunk].values.prefix(rows) {
        if let last, last >= value { return false }
        last = value
      }
    }
    return true
  }

  /// Returns the slot of a value among the first `count` slots, whose values are strictly
  /// ascending.
  ///
  /// - Complexity: O(log count); O(1) if there are no gaps
  func slot(of value: Int, below count: Int) -> UInt32? {
    func at(_ slot: Int) -> Int { self[UInt32(slot)] ?? 0 }
    let guess = value.subtractingReportingOverflow(at(0))
    if !guess.overflow, (0..<count).contains(guess.partialValue), at(guess.partialValue) == value {
      return UInt32(guess.partialValue)
    }
    let slot = (0..<count).partitionPoint { at($0) < value }
    return slot < count && at(slot) == value ? UInt32(slot) : nil
  }
}

/// Bitmaps over the rows of a chunk; an empty array has no bit set.
extension Array<UInt64> {
  func hasBit(_ row: Int) -> Bool { !isEmpty && self[row >> 6] & (1 << UInt64(row & 63)) != 0 }

  /// Sets a bit of a bitmap over `rows` rows, growing the bitmap if needed.
  mutating func setBit(_ row: Int, of rows: Int) { set(row, to: true, of: rows) }

  /// Sets or clears a bit of a bitmap over `rows` rows, growing the bitmap unless it stays empty.
  mutating func set(_ row: Int, to isSet: Bool, of rows: Int) {
    if isEmpty && !isSet { return }
    let words = (rows + 63) / 64
    if count < words { append(contentsOf: repeatElement(0, count: words - count)) }
    let bit: UInt64 = 1 << UInt64(row & 63)
    if isSet { self[row >> 6] |= bit } else { self[row >> 6] &= ~bit }
  }
}
