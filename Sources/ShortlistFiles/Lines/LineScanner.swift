/// Finds the lines of a text, in whatever blocks it comes.
///
/// A line ends with a line feed, and with the text. One carriage return at its end is left out.
/// Lines that lie within a block are given as ranges of it; others are copied.
struct LineScanner {
  /// A line that was found.
  struct Line: Equatable {
    /// Where it is in the block; nil if it is in `copied`.
    var range: Range<Int>?
  }

  /// The 1-based number of the line that the next byte belongs to.
  private(set) var line = 1
  /// The line just found, if it has no range, or as much of the next one as earlier blocks held.
  private(set) var copied: [UInt8] = []

  private var isCopying = false

  /// The line that has begun and not ended.
  var pending: PendingRecord? {
    isCopying ? PendingRecord(line: line, bytes: copied.count) : nil
  }

  /// Goes on to the end of a line.
  ///
  /// - Parameters:
  ///   - block: The text that follows that of the block before.
  ///   - position: Where to go on in the block; moved behind the line feed.
  /// - Returns: The line, or nil if the block ends first.
  mutating func next(in block: Span<UInt8>, from position: inout Int) -> Line? {
    if !isCopying && !copied.isEmpty { copied.removeAll(keepingCapacity: true) }
    let start = position
    guard start < block.count else { return nil }
    let end = block.firstIndex(of: Byte.lineFeed, from: start)
    guard end < block.count, !isCopying else {
      copied.append(block, start..<end)
      isCopying = end == block.count
      position = min(end + 1, block.count)
      return isCopying ? nil : endCopiedLine()
    }
    position = end + 1
    line += 1
    let isReturned = end > start && block[end - 1] == Byte.carriageReturn
    return Line(range: start..<(isReturned ? end - 1 : end))
  }

  /// Ends the text.
  ///
  /// - Returns: The last line if it had no line feed.
  mutating func finish() -> Line? {
    guard isCopying else { return nil }
    isCopying = false
    return endCopiedLine()
  }

  private mutating func endCopiedLine() -> Line {
    line += 1
    if copied.last == Byte.carriageReturn { copied.removeLast() }
    return Line(range: nil)
  }
}
