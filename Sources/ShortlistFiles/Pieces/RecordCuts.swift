/// Cuts text between records.
struct RecordCuts {
  /// What separates the cells of delimited text, in which line ends inside quotes end no record; nil
  /// for other text.
  let delimiter: UInt8?
  /// A piece is ended with the first record that makes it so long.
  let pieceSize: Int

  /// Cuts text that begins with a record.
  ///
  /// - Parameters:
  ///   - text: The text, which may end anywhere.
  ///   - start: Where the first record begins.
  /// - Returns: Where pieces of whole records end, ascending. The last one ends with the last record
  ///   that ends in the text; none if none does.
  /// - Complexity: O(n), at memory speed for text without quotes
  func cuts(of text: Span<UInt8>, from start: Int) -> [Int] {
    var cuts: [Int] = []
    var last = start
    /// Where the text begins that was not looked at: with a record.
    var position = start
    while position < text.count {
      let quote = delimiter == nil ? text.count : text.firstIndex(of: Byte.quote, from: position)
      // Before a quote each line end ends a record.
      while true {
        let next = text.firstIndex(of: Byte.lineFeed, from: max(position, last + pieceSize - 1))
        guard next < quote else { break }
        position = next + 1
        last = position
        cuts.append(last)
      }
      position += text.extracting(position..<quote).endOfLastLine
      guard quote < text.count, let end = endOfRecord(in: text, from: position) else { break }
      position = end
      if end - last >= pieceSize {
        last = end
        cuts.append(end)
      }
    }
    if position > last { cuts.append(position) }
    return cuts
  }

  /// The end of the record that begins at `start`; nil if it does not end in the text.
  private func endOfRecord(in text: Span<UInt8>, from start: Int) -> Int? {
    guard let delimiter else { return nil }
    var scanner = DelimitedScanner(delimiter: delimiter)
    var position = start
    while let cell = scanner.next(in: text, from: &position) {
      if cell.endsRecord { return position }
    }
    return nil
  }
}
