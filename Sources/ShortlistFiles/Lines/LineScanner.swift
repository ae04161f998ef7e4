/// An incremental scanner for lines.
///
/// A line ends at a line feed, or another byte, or at the end of the text. One carriage return at
/// its end is dropped unless it is to be kept.
/// A line within a block is returned as a range of it; other lines are copied.
struct LineScanner {
  /// A line of the text.
  struct Line: Equatable {
    /// The range in the block; nil if the line is in `copied`.
    var range: Range<Int>?
  }

  /// The 1-based line of the next byte.
  private(set) var line = 1
  /// The line just returned without a range, or the part of the next line from earlier blocks.
  private(set) var copied: [UInt8] = []

  private var isCopying = false
  private let end: UInt8
  private let keepsReturns: Bool

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - end: The byte that ends a line.
  ///   - keepsReturns: Whether a carriage return at the end of a line belongs to it.
  init(end: UInt8 = Byte.lineFeed, keepsReturns: Bool = false) {
    self.end = end
    self.keepsReturns = keepsReturns
  }

  /// The unfinished line.
  var pending: PendingRecord? {
    isCopying ? PendingRecord(line: line, bytes: copied.count) : nil
  }

  /// Scans to the end of the next line.
  ///
  /// - Parameters:
  ///   - block: The next block of text.
  ///   - position: The offset in the block; moved past the line feed.
  /// - Returns: The line; nil if the block ends first.
  mutating func next(in block: Span<UInt8>, from position: inout Int) -> Line? {
    if !isCopying && !copied.isEmpty { copied.removeAll(keepingCapacity: true) }
    let start = position
    guard start < block.count else { return nil }
    let end = block.firstIndex(of: self.end, from: start)
    guard end < block.count, !isCopying else {
      copied.append(block, start..<end)
      isCopying = end == block.count
      position = min(end + 1, block.count)
      return isCopying ? nil : endCopiedLine()
    }
    position = end + 1
    line += 1
    let isReturned = !keepsReturns && end > start && block[end - 1] == Byte.carriageReturn
    return Line(range: start..<(isReturned ? end - 1 : end))
  }

  /// Ends the text.
  ///
  /// - Returns: The last line, if it has no line feed.
  mutating func finish() -> Line? {
    guard isCopying else { return nil }
    isCopying = false
    return endCopiedLine()
  }

  private mutating func endCopiedLine() -> Line {
    line += 1
    if !keepsReturns && copied.last == Byte.carriageReturn { copied.removeLast() }
    return Line(range: nil)
  }
}
