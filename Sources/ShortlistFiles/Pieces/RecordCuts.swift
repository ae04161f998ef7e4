/// Splits text between records.
struct RecordCuts {
  /// The delimiter of delimited text, in which a quoted line end does not end a record; nil for
  /// other formats.
  let delimiter: UInt8?
  /// The minimum size of a piece in bytes; it ends with the record that reaches this size.
  let pieceSize: Int

  /// Splits text that begins with a record.
  ///
  /// - Parameters:
  ///   - text: The text, which may end anywhere.
  ///   - start: The offset of the first record.
  /// - Returns: The ascending end offsets of pieces of whole records. The last piece ends with the
  ///   last complete record; the result is empty if there is none.
  /// - Complexity: O(n), at memory speed for text without quotes
  func cuts(of text: Span<UInt8>, from start: Int) -> [Int] {
    var cuts: [Int] = []
    var last = start
    /// The offset up to which the text was scanned; a record begins here.
    var position = start
    while position < text.count {
      let quote = delimiter == nil ? text.count : text.firstIndex(of: Byte.quote, from: position)
      // Before the next quote, each line end ends a record.
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

  /// Returns the end of the record that begins at `start`; nil if it does not end in the text.
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
