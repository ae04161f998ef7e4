/// An incremental parser that turns the text of a file into rows.
///
/// Block boundaries do not affect the rows. A parser keeps its state between blocks.
package protocol RowParser: Sendable {
  /// Whether the parser is between rows, with every begun row ended.
  var isBetweenRows: Bool { get }

  /// The unfinished record: its first line, and approximately the bytes read of it so far.
  var pending: PendingRecord? { get }

  /// Parses the next block of text.
  ///
  /// - Parameters:
  ///   - text: The next block: valid UTF-8 that may end anywhere.
  ///   - sink: The sink that receives the rows.
  ///   - afterRow: Called after each row. It throws to stop the parser.
  /// - Throws: `SourceError` if the text is malformed; rethrows errors of `sink` and `afterRow`.
  mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws

  /// Ends the text. A last row without a line end still counts.
  ///
  /// - Throws: `SourceError` if the text is incomplete; rethrows errors of `sink`.
  mutating func finish<Sink: RowSink>(into sink: inout Sink) throws
}

/// A record whose end has not been read yet.
package struct PendingRecord: Hashable, Sendable {
  /// The line on which it begins.
  package var line: Int
  /// Its length in bytes so far.
  package var bytes: Int
}

/// A parser of text that keeps growing after a list was made of its beginning.
package protocol FollowedParser: RowParser {
  /// Whether the header has been read; false if the format has none.
  var hasHeader: Bool { get }

  /// Makes the parser skip malformed input from now on instead of throwing.
  ///
  /// It can begin a row that it never ends, if the row proves malformed. A sink must accept that.
  mutating func becomeLenient()
}

/// A parser of text that can be split into pieces, with one parser for each piece.
package protocol PieceParser: FollowedParser {
  /// Returns a parser for a piece that begins with a row.
  ///
  /// The parser has no rows yet, and counts lines from 1.
  ///
  /// - Returns: The parser; nil if this one has not read the header yet.
  func atRow() -> Self?
}
