/// Turns the text of a file into rows, block after block.
///
/// Where the text is cut into blocks makes no difference to the rows. A parser keeps its state
/// between blocks, so it can wait for more text as long as it likes.
package protocol RowParser: Sendable {
  /// Whether the rows begun so far are ended.
  var isBetweenRows: Bool { get }

  /// The record that has begun and not ended: where, and how many bytes of it came, or nearly so.
  var pending: PendingRecord? { get }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - text: Valid UTF-8 that follows the text before; it may end anywhere.
  ///   - sink: Takes the rows.
  ///   - afterRow: Called whenever a row has been ended. It throws to stop the reading.
  /// - Throws: `SourceError` if the text is not of the format, and what `sink` and `afterRow` throw.
  mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, into sink: inout Sink, afterRow: (inout Sink) throws -> Void
  ) throws

  /// Ends the text: a last row without line end is a row too.
  ///
  /// - Throws: `SourceError` if the text is not whole, and what `sink` throws.
  mutating func finish<Sink: RowSink>(into sink: inout Sink) throws
}

/// A record of which the end has not come yet.
package struct PendingRecord: Hashable, Sendable {
  /// The line at which it begins.
  package var line: Int
  /// How long it is so far.
  package var bytes: Int
}

/// A parser of text that goes on after a list was made of its beginning.
package protocol FollowedParser: RowParser {
  /// Whether the header has been read, where the format has one.
  var hasHeader: Bool { get }

  /// From here on, nothing is an error: what is not of the format is passed over.
  ///
  /// A row that turns out to be none is begun and not ended, which a sink has to bear.
  mutating func becomeLenient()
}

/// A parser of text that can be read in pieces, each by a parser of its own.
package protocol PieceParser: FollowedParser {
  /// A parser of text that goes on with a row, and has no rows yet.
  ///
  /// Its lines are counted from 1.
  ///
  /// - Returns: The parser; nil if this one needs more of the text before, a header.
  func atRow() -> Self?
}
