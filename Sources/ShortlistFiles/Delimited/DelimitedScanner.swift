/// An incremental scanner for the cells of delimited text as in RFC 4180.
///
/// It returns most cells as ranges of the block. It copies only cells that span blocks, or whose
/// content differs from the text because of quotes. A quote is special only at the start of a cell;
/// text after a closing quote belongs to the cell as it stands. A carriage return is an ordinary
/// character unless a line feed follows.
struct DelimitedScanner {
  /// A cell of a record.
  struct Cell: Equatable {
    /// The range in the block; nil if the cell is in `copied`.
    var range: Range<Int>?
    /// Whether it is the last cell of its record.
    var endsRecord: Bool
  }

  /// What the end of the text leaves unfinished.
  enum End: Equatable {
    /// Nothing after the last delimiter or line end.
    case nothing
    /// A cell, in `copied`.
    case cell
    /// A cell whose quote is not closed.
    case unclosedQuote
  }

  private enum State {
    /// At the start of a cell.
    case start
    /// Quotes are ordinary characters: the cell is unquoted, or its quote is closed.
    case bare
    /// Inside quotes.
    case quoted
    /// After a quote inside quotes, which either closes the cell or is the first of a doubled one.
    case quote
  }

  /// The delimiter between cells.
  let delimiter: UInt8
  /// The 1-based line of the next byte.
  private(set) var line = 1
  /// The cell just returned without a range, or the part of the next cell from earlier blocks.
  private(set) var copied: [UInt8] = []

  private var state = State.start

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Scans to the end of the next cell.
  ///
  /// - Parameters:
  ///   - block: The next block of text.
  ///   - position: The offset in the block; moved past the delimiter or line end.
  /// - Returns: The cell; nil if the block ends first.
  @inline(__always)
  mutating func next(in block: Span<UInt8>, from position: inout Int) -> Cell? {
    guard state == .start else { return continueCell(in: block, from: &position) }
    if !copied.isEmpty { copied.removeAll(keepingCapacity: true) }
    let start = position
    guard start < block.count else { return nil }
    if block[start] == Byte.quote { return quotedCell(in: block, from: &position) }
    let end = block.firstIndex(of: delimiter, or: Byte.lineFeed, from: start)
    guard end < block.count else {
      copied.append(block, start..<end)
      state = .bare
      position = end
      return nil
    }
    position = end &+ 1
    if block[end] == delimiter { return Cell(range: start..<end, endsRecord: false) }
    line &+= 1
    let isReturned = end > start && block[end &- 1] == Byte.carriageReturn
    return Cell(range: start..<(isReturned ? end &- 1 : end), endsRecord: true)
  }

  /// Ends the text; the scanner must not be used afterwards.
  func finish() -> End {
    switch state {
    case .start: .nothing
    case .bare, .quote: .cell
    case .quoted: .unclosedQuote
    }
  }

  /// Scans the cell whose opening quote is at `position`.
  private mutating func quotedCell(in block: Span<UInt8>, from position: inout Int) -> Cell? {
    let start = position + 1
    var end = block.firstIndex(of: Byte.quote, or: Byte.lineFeed, from: start)
    while end < block.count, block[end] == Byte.lineFeed {
      line += 1
      end = block.firstIndex(of: Byte.quote, or: Byte.lineFeed, from: end + 1)
    }
    if let (next, endsRecord) = separator(in: block, at: end + 1) {
      position = next
      if endsRecord { line += 1 }
      return Cell(range: start..<end, endsRecord: endsRecord)
    }
    copied.append(block, start..<end)
    state = end < block.count ? .quote : .quoted
    position = min(end + 1, block.count)
    return continueCell(in: block, from: &position)
  }

  /// Returns the offset after the separator at `index`, and whether it is a line end; nil if there
  /// is no separator or the block ends first.
  private func separator(
    in block: Span<UInt8>, at index: Int
  ) -> (next: Int, endsRecord: Bool)? {
    guard index < block.count else { return nil }
    let byte = block[index]
    if byte == delimiter { return (index + 1, false) }
    if byte == Byte.lineFeed { return (index + 1, true) }
    guard byte == Byte.carriageReturn, index + 1 < block.count, block[index + 1] == Byte.lineFeed
    else { return nil }
    return (index + 2, true)
  }

  /// Continues a cell that has already begun.
  private mutating func continueCell(in block: Span<UInt8>, from position: inout Int) -> Cell? {
    while position < block.count {
      switch state {
      case .start, .bare:
        let end = block.firstIndex(of: delimiter, or: Byte.lineFeed, from: position)
        copied.append(block, position..<end)
        position = end
        if end < block.count { return endCell(in: block, from: &position) }
      case .quoted:
        let end = block.firstIndex(of: Byte.quote, or: Byte.lineFeed, from: position)
        copied.append(block, position..<end)
        position = min(end + 1, block.count)
        guard end < block.count else { continue }
        if block[end] == Byte.quote {
          state = .quote
        } else {
          copied.append(Byte.lineFeed)
          line += 1
        }
      case .quote:
        let byte = block[position]
        if byte == Byte.quote {
          copied.append(byte)
          position += 1
          state = .quoted
        } else if byte == delimiter || byte == Byte.lineFeed {
          return endCell(in: block, from: &position)
        } else {
          state = .bare
        }
      }
    }
    return nil
  }

  /// Ends the copied cell at the delimiter or line feed at `position`.
  private mutating func endCell(in block: Span<UInt8>, from position: inout Int) -> Cell {
    let endsRecord = block[position] == Byte.lineFeed
    if endsRecord {
      line += 1
      // In a bare cell this carriage return belongs to the line end; otherwise it was quoted.
      if state == .bare, copied.last == Byte.carriageReturn { copied.removeLast() }
    }
    position += 1
    state = .start
    return Cell(range: nil, endsRecord: endsRecord)
  }
}
