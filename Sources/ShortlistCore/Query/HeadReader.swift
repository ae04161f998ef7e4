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
  mutating func read(_ number: Int, of index: LetterMaskIndex, _ buffer: inout HeadBuffer) -> Int {
    let head = index.heads[number]
    skip(head)
    while found > 0 && places[found - 1] >= common { found -= 1 }
    let kept = max(common, first)
    if found < places.count && kept < head.length {
      let (needle, known) = (needle, found)
      unsafe index.withBytes(of: number, from: kept, &buffer) { bytes, range in
        let before = kept - range.lowerBound
        found = unsafe places.withUnsafeMutableBufferPointer { places in
          unsafe needle.find(from: known, in: bytes, range) {
            unsafe places[$0] = Int32(truncatingIfNeeded: $1 + before)
          }
        }
      }
    }
    common = LetterHead.longest
    return found
  }
}
