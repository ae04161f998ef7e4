/// Greedy alignment of long needles and texts.
///
/// Finding the best alignment takes time and memory proportional to the letters of the needle
/// times those of the text. Where that is too expensive, a forward and a backward pass find an
/// alignment instead. It ends as early as possible, and going back from there each letter lies as
/// late as possible. It is not always the best alignment, but the set of matching texts is the
/// same.
extension FuzzyAligner {
  /// The length in bytes above which texts are aligned greedily.
  static let maxBytes = 16_384

  /// Whether a needle is aligned greedily with a text.
  static func isGreedy(_ needle: Needle, _ folded: Span<UInt8>) -> Bool {
    needle.isGreedy || folded.count > maxBytes
  }

  /// Returns the byte ranges of the needle's letters in the greedy alignment; empty if there is
  /// none.
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

  /// Returns the points of the greedy alignment; 0 if there is none.
  ///
  /// - Complexity: O(length of the text)
  static func greedyPoints(
    _ shown: Span<UInt8>, _ folded: Span<UInt8>, _ needle: Needle
  ) -> FuzzyPoints {
    // If folding changed the length, folded offsets do not locate capitals in the shown text.
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
  /// Whether `bytes` occur at an offset.
  fileprivate func hasBytes(_ bytes: [UInt8], at place: Int) -> Bool {
    guard place + bytes.count <= count else { return false }
    for index in bytes.indices where self[place + index] != bytes[index] { return false }
    return true
  }

  /// Returns the number of code points in a range of valid UTF-8.
  fileprivate func letters(in range: Range<Int>) -> Int {
    var letters = 0
    for at in range where self[at] & 0xC0 != 0x80 { letters += 1 }
    return letters
  }
}
