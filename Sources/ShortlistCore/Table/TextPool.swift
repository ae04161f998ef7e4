/// The distinct texts of a column, each with a code.
struct TextPool: Sendable {
  /// The texts; the code of the text at `index` is `index + 1`.
  private(set) var block = TextBlock()
  /// A hash table of codes with open addressing; 0 is a free place.
  private(set) var places = TextPool.noPlaces
  private(set) var index = TextRows.none.index

  /// What all empty pools share.
  private static let noPlaces = [UInt32](repeating: 0, count: 16)

  /// The code of no text.
  static let null: UInt32 = 0

  /// The texts with what fuzzy searches know of them.
  var indexed: IndexedTexts { index.texts(of: block) }

  /// The number of texts.
  var count: Int { block.count }

  /// Whether texts of so many bytes have room, however much longer they get by being folded.
  func surelyHasRoom(for bytes: Int) -> Bool {
    max(block.shown.bytes.count, block.folded.bytes.count) + Folding.mostGrowth * bytes
      <= Sizes.mostTextBytes
  }

  /// Whether a text has room.
  func hasRoom(for text: Span<UInt8>) -> Bool {
    if surelyHasRoom(for: text.count) { return true }
    var folded: [UInt8] = []
    Folding.fold(text, into: &folded)
    return block.shown.bytes.count + text.count <= Sizes.mostTextBytes
      && block.folded.bytes.count + folded.count <= Sizes.mostTextBytes
  }

  /// The code of a text, which is added if it is new.
  ///
  /// - Precondition: It has room.
  mutating func code(of text: Span<UInt8>) -> UInt32 {
    let place = place(of: text)
    if places[place] != Self.null { return places[place] }
    index.noteAppending()
    block.append(text)
    let code = UInt32(count)
    places[place] = code
    if count * 4 > places.count * 3 { grow() }
    return code
  }

  /// The code of a text, nil if it is not there.
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

  private mutating func grow() {
    let mask = places.count * 2 - 1
    places = Array(repeating: 0, count: mask + 1)
    for index in 0..<count {
      var place = block.shown.with(index) { Int(truncatingIfNeeded: Bytes.hash($0)) & mask }
      while places[place] != Self.null { place = (place + 1) & mask }
      places[place] = UInt32(index + 1)
    }
  }
}
