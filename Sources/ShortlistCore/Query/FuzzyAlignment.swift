/// How well the letters of a needle, in order, fit a text.
///
/// Each letter of the needle is laid on an equal letter of the text. A letter earns points, more
/// where a word or a hump begins and right after the letter before it; a gap costs, the more the
/// longer it is. The best alignment is found by dynamic programming over the letters of the needle
/// with affine gaps (Gotoh 1982), one row of state.
struct FuzzyAlignment {
  /// Points of a letter.
  static let letter = 16
  /// Points at the start of a word, on top.
  static let wordStart = 10
  /// Points at a capital after a small letter, or at a digit after a letter, on top.
  static let hump = 7
  /// Points right after the letter before, on top.
  static let run = 8
  /// What a gap costs, and each letter of it after the first.
  static let gap = 3
  static let longerGap = 1

  /// The letters of the text, folded, and what each earns beyond `letter` for its place.
  private var letters: [Unicode.Scalar] = []
  private var bonuses: [Int] = []
  /// Where each letter lies in the folded bytes.
  private var offsets: [Int] = []

  /// Prepares a text, given as it is shown and folded.
  init(shown: Span<UInt8>, folded: Span<UInt8>) {
    let humps = shown.count == folded.count  // Else capitals cannot be told by position.
    var offset = 0
    var before: Unicode.Scalar = " "
    for scalar in folded.text.unicodeScalars {
      let width = UTF8.width(scalar)
      letters.append(scalar)
      offsets.append(offset)
      if !Folding.isWordCharacter(before.value) {
        bonuses.append(Self.wordStart)
      } else if humps && width == 1 && Self.isHump(shown, offset) {
        bonuses.append(Self.hump)
      } else {
        bonuses.append(0)
      }
      before = scalar
      offset += width
    }
  }

  private static func isHump(_ shown: Span<UInt8>, _ at: Int) -> Bool {
    guard at > 0 else { return false }
    let (before, letter) = (shown[at - 1], shown[at])
    let wasSmall = before &- UInt8(ascii: "a") < 26
    let wasLetter = (before | 0x20) &- UInt8(ascii: "a") < 26
    return wasSmall && letter &- UInt8(ascii: "A") < 26
      || wasLetter && letter &- UInt8(ascii: "0") < 10
  }

  private static let impossible = Int.min / 2

  /// The points of the best alignment, nil if the letters do not occur in order.
  func score(_ needle: Needle) -> Int? {
    best(needle) { _, _, _ in }
  }

  /// Where the letters lie in the folded bytes in a best alignment, empty if there is none.
  func places(_ needle: Needle) -> [Range<Int>] {
    // For each letter of the needle, and each place it is laid on, the place of the letter before.
    var origins: [[Int]] = []
    var last = -1
    var points = Self.impossible
    let score = best(needle) { row, place, cell in
      if row == origins.count { origins.append(Array(repeating: -1, count: letters.count)) }
      origins[row][place] = cell.origin
      if row == needle.letters.count - 1 && cell.points > points {
        (last, points) = (place, cell.points)
      }
    }
    guard score != nil else { return [] }
    var places: [Range<Int>] = []
    for row in origins.indices.reversed() {
      let start = offsets[last]
      places.append(start..<start + UTF8.width(letters[last]))
      last = origins[row][last]
    }
    return places.reversed()
  }

  /// Points of an alignment of the first letters of a needle that ends at a place, and where its
  /// letter before the last lies.
  private struct Cell {
    var points: Int
    var origin: Int
  }

  private func best(_ needle: Needle, _ visit: (_ row: Int, _ place: Int, Cell) -> Void) -> Int? {
    var above = Array(repeating: Self.impossible, count: letters.count)
    for (row, letter) in needle.letters.enumerated() {
      var current = Array(repeating: Self.impossible, count: letters.count)
      // The best alignment of the letters before that ends at least two places back.
      var gapped = Cell(points: Self.impossible, origin: -1)
      for place in letters.indices {
        if row > 0 && place > 1 {
          let opened = above[place - 2] - Self.gap
          gapped.points -= Self.longerGap
          if opened > gapped.points { gapped = Cell(points: opened, origin: place - 2) }
        }
        guard letters[place].utf8.elementsEqual(letter) else { continue }
        var cell = Cell(points: row == 0 ? 0 : gapped.points, origin: gapped.origin)
        if row > 0 && place > 0 && above[place - 1] + Self.run >= cell.points {
          cell = Cell(points: above[place - 1] + Self.run, origin: place - 1)
        }
        if cell.points <= Self.impossible / 2 { continue }
        cell.points += Self.letter + bonuses[place]
        current[place] = cell.points
        visit(row, place, cell)
      }
      above = current
    }
    return above.max().flatMap { $0 <= Self.impossible / 2 ? nil : $0 }
  }
}

extension SearchPlan {
  /// The points of the rows of a set, by slot.
  ///
  /// - Throws: `CancellationError` if it was cancelled.
  func scores(
    of table: Table, among members: RowSet, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> [UInt16] {
    let chunks = workers.map(table.chunks) { chunk in
      var scores = [UInt16](repeating: 0, count: Chunk.rows(of: chunk, count: table.count))
      if isCancelled() { return scores }
      for (index, word) in members.chunk(chunk).enumerated() {
        var rest = word
        while rest != 0 {
          let row = index << 6 + rest.trailingZeroBitCount
          scores[row] = UInt16(clamping: score(UInt32(chunk << Chunk.shift + row), of: table))
          rest &= rest - 1
        }
      }
      return scores
    }
    if isCancelled() { throw CancellationError() }
    return Array(chunks.joined())
  }

  /// The points of a row in a fuzzy search: for each needle those of the best attribute.
  func score(_ slot: UInt32, of table: Table) -> Int {
    let alignments = columns.flatMap { table.columns[$0].alignments(slot) }
    return needles.reduce(0) { sum, needle in
      sum + (alignments.compactMap { $0.score(needle) }.max() ?? 0)
    }
  }
}

extension Column {
  /// The texts in a slot, ready for alignment.
  fileprivate func alignments(_ slot: UInt32) -> [FuzzyAlignment] {
    switch value(slot) {
    case .null: []
    case .list(let elements): elements.map { Self.alignment($0) }
    case let value: [Self.alignment(value.text)]
    }
  }

  private static func alignment(_ text: String) -> FuzzyAlignment {
    FuzzyAlignment(shown: Array(text.utf8).span, folded: Folding.fold(text).span)
  }
}
