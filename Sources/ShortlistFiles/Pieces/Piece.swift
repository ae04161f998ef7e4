import ShortlistCore

/// What was made of a piece of text.
struct Piece: Sendable {
  /// The rows, with lines that are counted from 1.
  private(set) var batch: RowBatch
  /// The line ends of the text.
  private(set) var lineEnds = 0
  /// An error that ends the reading.
  private(set) var failure: (any Error)?
  /// What the parser refused, where the rest of the file is checked before that is reported.
  private(set) var refusal: (any Error)?

  /// Reads a piece.
  ///
  /// - Parameters:
  ///   - text: Whole records.
  ///   - feed: A feed of the text before it, at a row.
  ///   - batch: Takes the rows.
  ///   - isLast: Whether the text ends with the piece, of which the last record need not be whole.
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
