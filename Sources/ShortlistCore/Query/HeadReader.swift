/// Finds the letters of a needle in the heads of a block, one after the other, and knows where they
/// were found in the last one.
///
/// What a head does not share with the one before lies side by side for all heads, so that reading one
/// after the other waits for no memory.
struct HeadReader {
  private let needle: FuzzyNeedle
  /// The bytes before this one are left out.
  private let first: Int
  /// How many bytes all heads since the last one read have in common with it.
  private var common = 0
  /// How many letters were found in the last one.
  private(set) var found = 0
  /// Where, each as soon as possible.
  private var places: [Int32]
  /// The bytes of a head that were put together.
  private var bytes = [UInt8](repeating: 0, count: LetterHead.longest)

  /// Looks for letters from byte `first` on.
  init(_ needle: FuzzyNeedle, from first: Int = 0) {
    self.needle = needle
    self.first = first
    places = Array(repeating: 0, count: needle.bytes.count)
  }

  /// Where the last letter was found.
  ///
  /// - Precondition: Some were found.
  var lastPlace: Int { Int(places[found - 1]) }

  /// Passes by the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; says how many letters it has in order.
  mutating func read(_ number: Int, of index: LetterMaskIndex) -> Int {
    let head = index.heads[number]
    skip(head)
    while found > 0 && places[found - 1] >= common { found -= 1 }
    let kept = max(common, first)
    if found < places.count && kept < head.length {
      let needle = needle
      if kept == head.common {
        let new = index.newBytes(number)
        unsafe index.headBytes.withUnsafeBufferPointer { bytes in
          found = unsafe needle.find(from: found, in: bytes, new) { row, place in
            places[row] = Int32(truncatingIfNeeded: place - new.lowerBound + kept)
          }
        }
      } else {
        collect(number, of: index, from: kept)
        unsafe bytes.withUnsafeBufferPointer { bytes in
          found = unsafe needle.find(from: found, in: bytes, kept..<Int(head.length)) {
            places[$0] = Int32(truncatingIfNeeded: $1)
          }
        }
      }
    }
    common = LetterHead.longest
    return found
  }

  /// Puts the bytes of a head from a place on together: those that it shares with heads before are among
  /// theirs.
  private mutating func collect(_ number: Int, of index: LetterMaskIndex, from place: Int) {
    var (number, end) = (number, Int(index.heads[number].length))
    while end > place {
      let common = Int(index.heads[number].common)
      let part = max(place, common)..<max(end, common)
      let start = index.newBytes(number).lowerBound + part.lowerBound - common
      for at in part { bytes[at] = index.headBytes[start + at - part.lowerBound] }
      end = min(end, common)
      number -= 1
    }
  }
}
