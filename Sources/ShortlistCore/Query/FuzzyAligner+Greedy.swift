/// Alignments of long needles and texts.
///
/// The best alignment takes time and memory by the letters of the needle times those of the text. Where that
/// is too much one is taken that is found in one pass forwards and one back: it ends as early as any can,
/// and from there back each letter lies as late as it can. It is not always the best; what matches is the
/// same.
extension FuzzyAligner {
  /// Longer texts, in bytes, are aligned greedily.
  static let mostBytes = 16_384

  /// Whether a needle is laid on a text greedily.
  static func isGreedy(_ needle: Needle, _ folded: Span<UInt8>) -> Bool {
    needle.isGreedy || folded.count > mostBytes
  }

  /// Where the letters of a needle lie in the folded bytes in the greedy alignment; empty if there is none.
  ///
  /// - Complexity: O(length of the text)
  static func greedyPlaces(of needle: Needle, in folded: Span<UInt8>) -> [Range<Int>] {
    var end = 0
    for letter in needle.letters {
      while !folded.hasBytes(letter, at: end) {
        end += 1
        if end >= folded.count { return [] }
      }
      end += letter.count
    }
    var places: [Range<Int>] = []
    for letter in needle.letters.reversed() {
      end -= letter.count
      while !folded.hasBytes(letter, at: end) { end -= 1 }
      places.append(end..<end + letter.count)
    }
    return places.reversed()
  }

  /// The points of the greedy alignment; 0 if there is none.
  ///
  /// - Complexity: O(length of the text)
  static func greedyPoints(
    _ shown: Span<UInt8>, _ folded: Span<UInt8>, _ needle: Needle
  ) -> FuzzyPoints {
    // Where folding has changed lengths, capitals cannot be told by their places.
    let hasCapitals = shown.count == folded.count
    func kind(_ at: Int) -> CharacterClass {
      let isCapital = hasCapitals && shown[at] &- UInt8(ascii: "A") < 26
      return isCapital ? .capital : CharacterClass(scalar: folded.scalar(at: at).scalar)
    }
    var points = 0
    var run = BonusClass.inside
    var end = -1
    for range in greedyPlaces(of: needle, in: folded) {
      let start = range.lowerBound
      let before = start == 0 ? .space : kind(start - folded.scalar(before: start).length)
      let place = BonusClass(kind(start), after: before)
      if start == end {
        points += Int(max(place.points, run.runPoints))
        if place.beginsRun && place.rawValue > run.rawValue { run = place }
      } else if end < 0 {
        points += 2 * Int(place.points)
        run = place
      } else {
        let cost = Int(gap) + (folded.letters(in: end..<start) - 1) * Int(longerGap)
        points = max(0, points - cost) + Int(place.points)
        run = place
      }
      points += Int(letter)
      end = range.upperBound
    }
    return FuzzyPoints(clamping: points)
  }
}

extension Span<UInt8> {
  /// Whether some bytes are at a place.
  fileprivate func hasBytes(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + bytes.count <= count else { return false }
    for index in bytes.indices where self[place + index] != bytes[index] { return false }
    return true
  }

  /// The number of letters in a part of valid UTF-8.
  fileprivate func letters(in range: Range<Int>) -> Int {
    var letters = 0
    for at in range where self[at] & 0xC0 != 0x80 { letters += 1 }
    return letters
  }
}
