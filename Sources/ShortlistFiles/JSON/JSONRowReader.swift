import ShortlistCore
import ShortlistJSON

/// Reads JSON objects as rows: each member becomes a cell in the column of its name.
struct JSONRowReader {
  /// The name of the source in errors.
  let name: String

  private var scanner = JSONScanner()
  private var columns = ColumnMemory()

  init(name: String) { self.name = name }

  /// Parses one object.
  ///
  /// - Parameters:
  ///   - text: The object, optionally surrounded by white space.
  ///   - row: The number that identifies the row in errors about its cells: its line or its
  ///     position.
  ///   - line: The line on which `text` starts.
  ///   - sink: The sink that receives the row.
  /// - Throws: `SourceError` if the text is not a JSON object; rethrows errors of `sink`.
  mutating func read<Sink: RowSink>(
    _ text: Span<UInt8>, row: Int, line: Int, into sink: inout Sink
  ) throws {
    do {
      scanner.start()
      guard scanner.beginObject(in: text) else {
        _ = try JSON.parse(text)
        throw SourceError(path: name, line: row, reason: "a row must be an object")
      }
      sink.beginRow(line: row)
      try Self.readMembers(of: text, &scanner, &columns, into: &sink)
      try scanner.end(in: text)
      sink.endRow()
    } catch let error as JSONError {
      throw SourceError(path: name, line: line + error.line - 1, reason: error.reason)
    }
  }

  private static func readMembers<Sink: RowSink>(
    of text: Span<UInt8>, _ scanner: inout JSONScanner, _ columns: inout ColumnMemory,
    into sink: inout Sink
  ) throws {
    var place = 0
    while try scanner.nextMember(
      in: text,
      { name, kind, value in
        let column = columns.column(named: name, at: place, in: &sink)
        sink.append(CellKind(kind), value, column: column)
      })
    {
      place += 1
    }
  }
}

/// Caches the columns of members by their position in the object, because most rows of a file have
/// the same members in the same order.
private struct ColumnMemory {
  private var places: [(name: [UInt8], column: Int)] = []

  mutating func column<Sink: RowSink>(
    named name: Span<UInt8>, at place: Int, in sink: inout Sink
  ) -> Int {
    if place < places.count, name.hasSameBytes(as: places[place].name) {
      return places[place].column
    }
    let column = sink.column(named: String(name))
    var bytes: [UInt8] = []
    bytes.append(name, 0..<name.count)
    if place < places.count {
      places[place] = (bytes, column)
    } else {
      places.append((bytes, column))
    }
    return column
  }
}

extension CellKind {
  /// Creates the kind of cell for a kind of JSON value.
  init(_ kind: JSONKind) {
    switch kind {
    case .null: self = .null
    case .string: self = .text
    case .integer: self = .integer
    case .number: self = .number
    case .boolean: self = .boolean
    case .list: self = .list
    case .other: self = .json
    }
  }
}
