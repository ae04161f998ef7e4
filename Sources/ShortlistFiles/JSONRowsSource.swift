public import ShortlistCore
public import ShortlistJSON

/// Rows given as JSON values, each of which must be an object.
public struct JSONRowsSource: RowSource {
  /// The rows.
  public let rows: [JSON]

  /// Creates a source.
  public init(_ rows: [JSON]) { self.rows = rows }

  /// The name of the source in errors: `rows`.
  public var name: String { "rows" }

  /// Reads all rows into `builder`.
  ///
  /// - Parameters:
  ///   - builder: The builder that receives the rows.
  ///   - progress: Called between rows, at least every 256 KiB of cells and every 1,024 rows.
  /// - Throws: `SourceError` with the number of a row that is not an object; rethrows errors of
  ///   `builder` and `progress`.
  public func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    try read(rowsInto: &builder, progress: progress)
  }

  /// Reads all rows into any sink.
  package func read<Sink: RowSink>(
    rowsInto sink: inout Sink, progress: (inout Sink, LoadProgress) throws -> Void
  ) throws {
    var reached = LoadProgress(rows: 0, bytes: 0)
    var reported = reached
    var cell: [UInt8] = []
    for (index, row) in rows.enumerated() {
      guard case .object(let object) = row else {
        throw SourceError(path: name, line: index + 1, reason: "a row must be an object")
      }
      sink.beginRow(line: index + 1)
      for member in object.members {
        cell.removeAll(keepingCapacity: true)
        let kind = member.value.writeCell(into: &cell)
        reached.bytes += cell.count
        sink.append(CellKind(kind), cell.span, column: sink.column(named: member.name))
      }
      sink.endRow()
      reached.rows = index + 1
      if reached.bytes - reported.bytes >= 256 << 10 || reached.rows - reported.rows >= 1024 {
        reported = reached
        try progress(&sink, reached)
      }
    }
    if reached != reported || rows.isEmpty { try progress(&sink, reached) }
  }
}
