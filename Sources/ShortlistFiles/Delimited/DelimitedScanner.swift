/// Finds the cells of delimited text after RFC 4180, in whatever blocks it comes.
///
/// Cells that need no change are given as ranges of the block; only those that are cut by the end
/// of a block or have doubled quotes are copied. A quote is special only at the start of a cell;
/// what follows a closing quote belongs to the cell as it stands; a carriage return is a character
/// unless a line feed follows.
struct DelimitedScanner {
  /// A cell that was found.
  struct Cell: Equatable {
    /// Where it is in the block; nil if it is in `copied`.
    var range: Range<Int>?
    /// Whether it is the last of its record.
    var endsRecord: Bool
  }

  /// What the text ends with.
  enum End: Equatable {
    /// Nothing after the last delimiter or line end.
    case nothing
    /// A cell, in `copied`.
    case cell
    /// A cell whose quote is not closed.
    case unclosedQuote
  }

  private enum State {
    /// Nothing of the cell has been read.
    case start
    /// Quotes are characters: the cell began without one, or its quote is closed.
    case bare
    /// Inside quotes.
    case quoted
    /// After a quote inside quotes, which closes the cell or is the first of two.
    case quote
  }

  /// What separates cells.
  let delimiter: UInt8
  /// The 1-based line that the next byte belongs to.
  private(set) var line = 1
  /// The cell just found, if it has no range, or as much of the next one as earlier blocks held.
  private(set) var copied: [UInt8] = []

  private var state = State.start

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// Goes on to the end of a cell.
  ///
  /// - Parameters:
  ///   - block: The text that follows that of the block before.
  ///   - position: Where to go on in the block; moved behind the delimiter or line end.
  /// - Returns: The cell, or nil if the block ends first.
  @inline(__always)
  mutating func next(in block: Span<UInt8>, from position: inout Int) -> Cell? {
    guard state == .start else { return goOn(in: block, from: &position) }
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

  /// Ends the text, after which the scanner must not be used any more.
  func finish() -> End {
    switch state {
    case .start: .nothing
    case .bare, .quote: .cell
    case .quoted: .unclosedQuote
    }
  }

  /// The cell whose opening quote is at `position`.
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
    return goOn(in: block, from: &position)
  }

  /// What comes after the separator at `index`, and whether it is a line end; nil if there is none
  /// or the block ends first.
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

  /// Goes on with a cell of which something has been copied or read.
  private mutating func goOn(in block: Span<UInt8>, from position: inout Int) -> Cell? {
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
      // Only a bare cell may end with the carriage return of a line end: it was not quoted.
      if state == .bare, copied.last == Byte.carriageReturn { copied.removeLast() }
    }
    position += 1
    state = .start
    return Cell(range: nil, endsRecord: endsRecord)
  }
}
