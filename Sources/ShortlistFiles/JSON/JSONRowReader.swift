import ShortlistCore
import ShortlistJSON

/// Reads JSON objects as rows: each member is a cell of the column of its name.
struct JSONRowReader {
  /// What the source is called in errors.
  let name: String

  private var scanner = JSONScanner()
  private var columns = ColumnMemory()

  init(name: String) { self.name = name }

  /// Reads one object.
  ///
  /// - Parameters:
  ///   - text: The object, with white space around it at most.
  ///   - row: What the row is known by in errors about its cells: its line, or its number.
  ///   - line: The line at which `text` starts.
  ///   - sink: Takes the row.
  /// - Throws: `SourceError` if the text is not JSON or not an object, and what `sink` throws.
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

/// Remembers the columns of the members of the last rows, by their place in the object: most rows
/// of a file have the same members in the same order.
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
  /// The kind of cell that a JSON value makes.
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
