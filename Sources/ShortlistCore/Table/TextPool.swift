/// The pool of a column's distinct texts, each with a code.
struct TextPool: Sendable {
  /// The texts; the code of the text at `index` is `index + 1`.
  private(set) var block = TextBlock()
  /// A hash table of codes, with open addressing; 0 marks a free entry.
  private(set) var places = TextPool.noPlaces
  private(set) var indexes = TextRows.none.indexes

  /// The hash table that all empty pools share.
  private static let noPlaces = [UInt32](repeating: 0, count: 16)

  /// Creates an empty pool.
  init() {}

  /// Creates a pool of texts.
  ///
  /// - Precondition: The texts are distinct.
  /// - Complexity: O(bytes)
  init(_ texts: TextBlock) {
    block = texts
    indexes = LazyTextIndexes()
    var size = Self.noPlaces.count
    while texts.count * 4 > size * 3 { size *= 2 }
    fillPlaces(size)
  }

  /// The approximate size in memory, with the indexes that searches add.
  var byteCount: Int {
    let folded = Folding.isFolded(block.shown.bytes.span) ? 0 : block.folded.bytes.count
    return block.shown.bytes.count + folded + places.count * 4 + count * 18
  }

  /// The code for null.
  static let null: UInt32 = 0

  /// The texts with their letter index.
  var indexed: IndexedTexts { indexes.letters(of: block) }

  /// The number of texts.
  var count: Int { block.count }

  /// Returns whether texts with a total of `bytes` bytes fit, whatever their folded length.
  func surelyHasRoom(for bytes: Int) -> Bool {
    max(block.shown.bytes.count, block.folded.bytes.count) + Folding.maxGrowth * bytes
      <= Sizes.maxTextBytes
  }

  /// Returns whether a text fits.
  func hasRoom(for text: Span<UInt8>) -> Bool {
    if surelyHasRoom(for: text.count) { return true }
    var folded: [UInt8] = []
    Folding.fold(text, into: &folded)
    return block.shown.bytes.count + text.count <= Sizes.maxTextBytes
      && block.folded.bytes.count + folded.count <= Sizes.maxTextBytes
  }

  /// Returns the code of a text, adding the text if it is new.
  ///
  /// - Precondition: The text fits.
  mutating func code(of text: Span<UInt8>) -> UInt32 {
    let place = place(of: text)
    if places[place] != Self.null { return places[place] }
    indexes.invalidateBeforeAppending()
    block.append(text)
    let code = UInt32(count)
    places[place] = code
    if count * 4 > places.count * 3 { grow() }
    return code
  }

  /// Returns the code of a text, or nil if the pool does not contain it.
  func existingCode(of text: Span<UInt8>) -> UInt32? {
    let code = places[place(of: text)]
    return code == Self.null ? nil : code
  }

  private func place(of text: Span<UInt8>) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: Bytes.hash(text)) & mask
    while places[place] != Self.null {
      if block.shown.with(Int(places[place]) - 1, { $0.isSame(as: text) }) { break }
      place = (place + 1) & mask
    }
    return place
  }

  private mutating func grow() { fillPlaces(places.count * 2) }

  /// Enters all texts into a hash table of a size, which is a power of two.
  private mutating func fillPlaces(_ size: Int) {
    let mask = size - 1
    places = Array(repeating: 0, count: size)
    for index in 0..<count {
      var place = block.shown.with(index) { Int(truncatingIfNeeded: Bytes.hash($0)) & mask }
      while places[place] != Self.null { place = (place + 1) & mask }
      places[place] = UInt32(index + 1)
    }
  }
}
