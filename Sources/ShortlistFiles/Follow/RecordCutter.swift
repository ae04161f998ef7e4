/// Keeps back the end of a text that grows, until it makes whole records.
///
/// A record ends with a line, or with delimited text one of the lines: inside quotes a line end is
/// a character like any other.
struct RecordCutter: Sendable {
  /// What of the text so far does not make a whole record.
  private var rest: [UInt8] = []
  /// Finds the line ends that end records; nil where all do.
  private var scanner: DelimitedScanner?
  /// How many bytes of `rest` the scanner has seen: whole lines.
  private var scanned = 0
  private var isAtStart = true

  /// Creates a cutter.
  ///
  /// - Parameter delimiter: What separates the cells of delimited text; nil for other text.
  init(delimiter: UInt8?) { scanner = delimiter.map { DelimitedScanner(delimiter: $0) } }

  /// Takes what follows.
  ///
  /// - Parameters:
  ///   - block: What the text goes on with; it may end anywhere.
  ///   - body: Called with one or two stretches of text, of which the last ends with a record, or
  ///     not at all.
  /// - Throws: What `body` throws, after which the cutter must not be used any more.
  mutating func take(
    _ block: Span<UInt8>, _ body: (Span<UInt8>) throws -> Void
  ) rethrows {
    let lines = block.endOfLastLine
    let records = lines == 0 ? 0 : endOfLastRecord(in: block.extracting(0..<lines))
    if records > 0 {
      let kept = finish()
      if !kept.isEmpty { try body(kept.span) }
      try body(block.extracting(0..<records))
    }
    rest.append(block, records..<block.count)
    if lines > 0 { scanned = rest.count - (block.count - lines) }
  }

  /// Ends the text.
  ///
  /// - Returns: What is left of it.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return rest
  }

  /// The end of the last record in some lines, of which the first begins with `rest`; 0 if none of
  /// them ends a record.
  private mutating func endOfLastRecord(in lines: Span<UInt8>) -> Int {
    guard scanner != nil else { return lines.count }
    if isAtStart {
      isAtStart = false
      // A byte order mark is no character of the first cell, and may be cut between the two.
      var text = rest
      text.append(lines, 0..<lines.count)
      let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return max(scan(text.span, from: start) - rest.count, 0)
    }
    // No line ends in what the scanner has not seen of the rest.
    let before = rest
    _ = scan(before.span, from: scanned)
    return scan(lines, from: 0)
  }

  /// Lets the scanner go through some text.
  ///
  /// - Returns: The end of the last record in it; 0 if there is none.
  private mutating func scan(_ text: Span<UInt8>, from start: Int) -> Int {
    var position = start
    var end = 0
    while let cell = scanner?.next(in: text, from: &position) {
      if cell.endsRecord { end = position }
    }
    return end
  }
}
