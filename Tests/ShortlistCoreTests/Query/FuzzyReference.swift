@testable import ShortlistCore

/// Fuzzy points, found by trying all alignments.
struct FuzzyReference {
  private let letters: [UInt32]
  private let places: [BonusClass]

  /// A text, as shown and folded; capitals are known where both are as long in UTF-8.
  init(_ shown: String) {
    let folded = Folding.foldedText(shown)
    let bytes = Array(shown.utf8)
    let hasCapitals = bytes.count == folded.utf8.count
    letters = folded.unicodeScalars.map(\.value)
    var kinds = [CharacterClass.space]
    var at = 0
    for scalar in folded.unicodeScalars {
      let isCapital = hasCapitals && (65...90).contains(bytes[at])
      kinds.append(isCapital ? .capital : CharacterClass(scalar: scalar.value))
      at += UTF8.width(scalar)
    }
    places = zip(kinds.dropFirst(), kinds).map { BonusClass($0, after: $1) }
  }

  /// The points of the best alignment; nil if there is none.
  func points(_ needle: String) -> Int? {
    best(needle.unicodeScalars.map(\.value)[...], after: [], of: needle.unicodeScalars.count)
  }

  /// The best of all ways to lay the rest of a needle behind the places of the letters before.
  private func best(_ rest: ArraySlice<UInt32>, after taken: [Int], of count: Int) -> Int? {
    guard let letter = rest.first else { return earned(taken) }
    return letters.indices.filter { $0 > taken.last ?? -1 && letters[$0] == letter }.compactMap {
      best(rest.dropFirst(), after: taken + [$0], of: count)
    }.max()
  }

  /// The points of the alignment at some letters.
  func points(ofLettersAt taken: [Int]) -> Int { earned(taken) }

  /// The points of one alignment.
  private func earned(_ taken: [Int]) -> Int {
    var points = 0
    var run = 0
    for (index, at) in taken.enumerated() {
      let own = Int(places[at].points)
      let skipped = index == 0 ? 0 : at - taken[index - 1] - 1
      if index == 0 {
        points = 16 + 2 * own
        run = max(4, own)
      } else if skipped == 0 {
        points += 16 + max(own, run)
        if own >= 8 { run = max(run, own) }
      } else {
        points = max(0, points - 2 - skipped) + 16 + own
        run = max(4, own)
      }
    }
    return points
  }
}
