/// The texts of a chunk of rows, one after the other; texts that replaced others stand aside, so
/// that one change does not rewrite the chunk.
struct TextRows: Sendable {
  /// A text for each row (an empty one where there is null), but for the rows replaced since.
  private(set) var block: TextBlock
  /// The bitmap of nulls, empty where there are none.
  private(set) var nulls: [UInt64]
  /// For each replaced row where its text is among the replacements.
  private(set) var replaced: [Int: Int] = [:]
  /// The bitmap of the replaced rows, which is quicker to look at.
  private(set) var isReplaced: [UInt64] = []
  private(set) var replacements = TextBlock()
  private(set) var index = LazyLetterIndex()

  init(_ block: TextBlock = TextBlock(), nulls: [UInt64] = []) {
    self.block = block
    self.nulls = nulls
  }

  /// No rows; all share it until they get some.
  static let none = Self()

  /// The block with what fuzzy searches know of it.
  var indexed: IndexedTexts { index.texts(of: block) }

  /// The number of rows.
  var count: Int { block.count }

  /// Calls `body` with the bytes of the text of a row, as shown; nil for null.
  @inline(__always)
  func withShown<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    if nulls.hasBit(row) { return nil }
    if isReplaced.hasBit(row), let index = replaced[row] {
      return replacements.shown.with(index, body)
    }
    return block.shown.with(row, body)
  }

  /// Calls `body` with the bytes of the text of a row, folded; nil for null.
  @inline(__always)
  func withFolded<Result>(_ row: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    if nulls.hasBit(row) { return nil }
    if isReplaced.hasBit(row), let index = replaced[row] {
      return replacements.folded.with(index, body)
    }
    return block.folded.with(row, body)
  }

  /// How the text of a row begins, as shown; nil for null.
  func shownHead(_ row: Int) -> TextHead? {
    if nulls.hasBit(row) { return nil }
    return isReplaced.hasBit(row)
      ? replacements.shown.head(replacement(of: row)) : block.shown.head(row)
  }

  /// How the text of a row begins, folded; nil for null.
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

  /// Appends the text of a new row, nil for null.
  ///
  /// - Complexity: O(1) for each byte, amortised
  mutating func append(_ text: [UInt8]?) {
    let row = count
    let bytes = text ?? []
    index.noteAppending()
    block.append(bytes.span)
    nulls.set(row, to: text == nil, of: row + 1)
  }

  /// Replaces the text of a row, nil for null.
  ///
  /// - Complexity: O(1) for each byte, amortised
  mutating func replace(_ row: Int, with text: [UInt8]?) {
    replaced[row] = replacements.count
    isReplaced.setBit(row, of: Chunk.rows)
    let bytes = text ?? []
    replacements.append(bytes.span)
    nulls.set(row, to: text == nil, of: count)
    if replacements.count == Sizes.replacements { takeIn() }
  }

  /// Makes one block of all texts.
  private mutating func takeIn() {
    var shown = Arena()
    shown.reserve(texts: count, bytes: block.shown.bytes.count)
    let empty: [UInt8] = []
    for row in 0..<count {
      if withShown(row, { shown.append($0) }) == nil { shown.append(empty.span) }
    }
    self = TextRows(TextBlock(shown), nulls: nulls)
  }
}
