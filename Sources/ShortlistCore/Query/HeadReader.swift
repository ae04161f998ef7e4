/// Finds the letters of a needle in the heads of a block, one head after the other.
///
/// A reader keeps the positions found in the last head. The bytes that heads do not share with
/// their predecessors are contiguous in memory, so that reading heads in order does not stall on
/// memory.
struct HeadReader {
  private let needle: FuzzyNeedle
  /// The first byte to search.
  private let first: Int
  /// The number of bytes that all heads since the last one read share with it.
  private var common = 0
  /// The number of letters found in the last head read.
  private(set) var found = 0
  /// The earliest positions of these letters.
  private var places: [Int32]
  /// The buffer for heads that were not read from their predecessor on.
  private var bytes = [UInt8](repeating: 0, count: LetterHead.longest)

  /// Creates a reader that searches from byte `first` on.
  init(_ needle: FuzzyNeedle, from first: Int = 0) {
    self.needle = needle
    self.first = first
    places = Array(repeating: 0, count: needle.bytes.count)
  }

  /// The position of the last letter found.
  ///
  /// - Precondition: At least one letter was found.
  var lastPlace: Int { Int(places[found - 1]) }

  /// Skips the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; returns how many letters it has in order.
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
        index.copyHead(number, from: kept, to: &bytes)
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
}
