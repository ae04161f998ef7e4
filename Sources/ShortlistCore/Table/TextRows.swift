/// The texts of a chunk, stored one after the other; replacements are stored separately, so that a
/// single change does not rewrite the chunk.
struct TextRows: Sendable {
  /// The original text of each row; empty for null, outdated for replaced rows.
  private(set) var block: TextBlock
  /// The null bitmap; empty if there are no nulls.
  private(set) var nulls: [UInt64]
  /// The index in `replacements` of each replaced row.
  private(set) var replaced: [Int: Int] = [:]
  /// The bitmap of the replaced rows, for a faster check than `replaced`.
  private(set) var isReplaced: [UInt64] = []
  private(set) var replacements = TextBlock()
  private(set) var indexes = LazyTextIndexes()

  init(_ block: TextBlock = TextBlock(), nulls: [UInt64] = []) {
    self.block = block
    self.nulls = nulls
  }

  /// An instance without rows, which all empty pieces share.
  static let none = Self()

  /// The block with its letter index.
  var indexed: IndexedTexts { indexes.letters(of: block) }

  /// Builds the pairs of bytes of the first rows; with those of all rows, fuzzy searches read fewer
  /// texts.
  func preparePairs(upTo end: Int) { indexes.preparePairs(of: block, upTo: end) }

  /// The number of rows.
  var count: Int { block.count }

  /// Calls `body` with the bytes of a row's text as shown; returns nil for null.
  @inline(__always)
  func withShown<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    if nulls.hasBit(row) { return nil }
    if isReplaced.hasBit(row), let index = replaced[row] {
      return replacements.shown.with(index, body)
    }
    return block.shown.with(row, body)
  }

  /// Calls `body` with the folded bytes of a row's text; returns nil for null.
  @inline(__always)
  func withFolded<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    if nulls.hasBit(row) { return nil }
    if isReplaced.hasBit(row), let index = replaced[row] {
      return replacements.folded.with(index, body)
    }
    return block.folded.with(row, body)
  }

  /// Returns the head of a row's text as shown; nil for null.
  func shownHead(_ row: Int) -> TextHead? {
    if nulls.hasBit(row) { return nil }
    return isReplaced.hasBit(row)
      ? replacements.shown.head(replacement(of: row)) : block.shown.head(row)
  }

  /// Returns the head of a row's folded text; nil for null.
  func foldedHead(_ row: Int) -> TextHead? {
    if nulls.hasBit(row) { return nil }
    return isReplaced.hasBit(row)
      ? replacements.folded.head(replacement(of: row)) : block.folded.head(row)
  }

  private func replacement(of row: Int) -> Int {
    guard let index = replaced[row] else {
      preconditionFailure("row \(row) is not among the replaced ones")
    }
    return index
  }

  /// Appends a row with this text; nil appends null.
  ///
  /// - Complexity: O(1) per byte, amortised
  mutating func append(_ text: [UInt8]?) {
    let row = count
    let bytes = text ?? []
    indexes.invalidateBeforeAppending()
    block.append(bytes.span)
    nulls.set(row, to: text == nil, of: row + 1)
  }

  /// Replaces the text of a row; nil sets null.
  ///
  /// - Complexity: O(1) per byte, amortised
  mutating func replace(_ row: Int, with text: [UInt8]?) {
    replaced[row] = replacements.count
    isReplaced.setBit(row, of: Chunk.rows)
    let bytes = text ?? []
    replacements.append(bytes.span)
    nulls.set(row, to: text == nil, of: count)
    if replacements.count == Sizes.replacements { mergeReplacements() }
  }

  /// Merges the replacements into the block.
  private mutating func mergeReplacements() {
    var shown = Arena()
    shown.reserve(texts: count, bytes: block.shown.bytes.count)
    let empty: [UInt8] = []
    for row in 0..<count {
      if withShown(row, { shown.append($0) }) == nil { shown.append(empty.span) }
    }
    self = TextRows(TextBlock(shown), nulls: nulls)
  }
}
