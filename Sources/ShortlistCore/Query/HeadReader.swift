/// Finds the letters of a needle in the heads of a block, one after the other, and knows where they
/// were found in the last one.
struct HeadReader {
  private let needle: FuzzyNeedle
  /// How many bytes all heads since the last one read have in common with it.
  private var common = 0
  /// How many letters were found in the last one.
  private(set) var found = 0
  /// Where, each as soon as possible.
  private var places: [Int32]

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    places = Array(repeating: 0, count: needle.bytes.count)
  }

  /// Where the last letter was found.
  ///
  /// - Precondition: Some were found.
  var lastPlace: Int { Int(places[found - 1]) }

  /// Passes by the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; says how many letters it has in order.
  ///
  /// - Precondition: The bytes and ends are those of the texts of the index.
  @unsafe mutating func read(
    _ number: Int, _ index: LetterIndex, _ bytes: UnsafeBufferPointer<UInt8>,
    _ ends: UnsafeBufferPointer<UInt32>
  ) -> Int {
    let head = index.heads[number]
    skip(head)
    while found > 0 && places[found - 1] >= common { found -= 1 }
    if found < places.count && common < head.length {
      let kept = common
      var found = found
      let (needle, first) = (needle, Int(head.first))
      found = unsafe places.withUnsafeMutableBufferPointer { places in
        if kept == head.common {
          return unsafe index.headBytes.withUnsafeBufferPointer { bytes in
            let start = number == 0 ? 0 : Int(index.heads[number - 1].end)
            return unsafe needle.find(from: found, in: bytes, start..<Int(head.end)) { row, place in
              unsafe places[row] = Int32(truncatingIfNeeded: place - start + kept)
            }
          }
        }
        let start = first == 0 ? 0 : unsafe Int(ends[first - 1])
        let range = start + kept..<start + Int(head.length)
        return unsafe needle.find(from: found, in: bytes, range) { row, place in
          unsafe places[row] = Int32(truncatingIfNeeded: place - start)
        }
      }
      self.found = found
    }
    common = 255
    return found
  }
}
