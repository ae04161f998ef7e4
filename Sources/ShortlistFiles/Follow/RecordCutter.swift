/// Withholds the end of a growing text until it forms whole records.
///
/// A record ends with a line end, except that in delimited text a line end inside quotes is an
/// ordinary character.
struct RecordCutter: Sendable {
  /// The incomplete record at the end of the text.
  private var rest: [UInt8] = []
  /// Finds the line ends that end records; nil if all do.
  private var scanner: DelimitedScanner?
  /// The number of bytes of `rest`, in whole lines, that the scanner has seen.
  private var scanned = 0
  private var isAtStart = true

  /// The number of bytes that are withheld.
  var withheld: Int { rest.count }

  /// Creates a cutter.
  ///
  /// - Parameter delimiter: The delimiter of delimited text; nil for other formats.
  init(delimiter: UInt8?) { scanner = delimiter.map { DelimitedScanner(delimiter: $0) } }

  /// Takes the next block of text.
  ///
  /// - Parameters:
  ///   - block: The next block; it may end anywhere.
  ///   - body: Called with up to two consecutive parts of the text, the last of which ends with a
  ///     record; not called if no record has ended.
  /// - Throws: What `body` throws; the cutter must not be used afterwards.
  mutating func append(
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
  /// - Returns: The withheld rest of it.
  mutating func finish() -> [UInt8] {
    defer { rest = [] }
    return rest
  }

  /// Returns the end of the last record in some lines, the first of which begins with `rest`; 0 if
  /// none ends a record.
  private mutating func endOfLastRecord(in lines: Span<UInt8>) -> Int {
    guard scanner != nil else { return lines.count }
    if isAtStart {
      isAtStart = false
      // Skip a byte order mark, which can be split between the two.
      var text = rest
      text.append(lines, 0..<lines.count)
      let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return max(scan(text.span, from: start) - rest.count, 0)
    }
    // The unseen part of the rest contains no line end.
    let before = rest
    _ = scan(before.span, from: scanned)
    return scan(lines, from: 0)
  }

  /// Scans some text.
  ///
  /// - Returns: The end of the last record; 0 if there is none.
  private mutating func scan(_ text: Span<UInt8>, from start: Int) -> Int {
    var position = start
    var end = 0
    while let cell = scanner?.next(in: text, from: &position) {
      if cell.endsRecord { end = position }
    }
    return end
  }
}
