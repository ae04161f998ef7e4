import ShortlistCore

/// The result of parsing a piece of text.
struct Piece: Sendable {
  /// The rows, with lines counted from 1.
  private(set) var batch: RowBatch
  /// The number of line ends in the text.
  private(set) var lineEnds = 0
  /// An error that ends the reading at once.
  private(set) var failure: (any Error)?
  /// The parser's error, reported only after the rest of the file is checked for valid UTF-8.
  private(set) var refusal: (any Error)?

  /// Parses a piece.
  ///
  /// - Parameters:
  ///   - text: Whole records.
  ///   - feed: A feed that expects a row.
  ///   - batch: The batch that receives the rows.
  ///   - isLast: Whether this is the last piece, whose last record may lack its line end.
  init<Parser: PieceParser>(
    _ text: Span<UInt8>, _ feed: TextFeed<Parser>, _ batch: RowBatch, isLast: Bool
  ) {
    var feed = feed
    self.batch = batch
    do {
      try feed.read(text, into: &self.batch) { _ in }
      if isLast { try feed.endBytes(into: &self.batch) }
    } catch {
      failure = error
      return
    }
    do {
      if isLast { try feed.finish(into: &self.batch) } else { try feed.check() }
    } catch {
      refusal = error
    }
    lineEnds = feed.lineEnds
  }
}
