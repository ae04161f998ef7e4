import Foundation
import ShortlistJSON

@testable import ShortlistCore
@testable import ShortlistFiles

/// The bytes of a file become rows: the same ones in whatever pieces they are read, and those that
/// a slow reader finds.
struct FileCheck {
  private let format: FileFormat
  private let invalidUTF8: InvalidUTF8
  /// How many bytes come at a time.
  private let step: Int
  private let bytes: [UInt8]

  init(_ format: FileFormat, _ input: inout Input) {
    let choice = input.byte()
    self.format = format
    invalidUTF8 = choice >= 0x80 ? .kept : choice & 1 == 1 ? .replaced : .refused
    step = 1 + Int(choice >> 1) % 24
    bytes = input.bytes()
  }

  func run() throws {
    let whole = rows(atATime: bytes.count)
    try requireSame(rows(atATime: step), whole, "in pieces of \(step) and at once")
    let table = table(of: whole)
    try requireSame(tableInPieces(), table, "a file in pieces and at once")
    if invalidUTF8 == .kept {
      if format == .lines { try requireBytes(of: whole) }
    } else if let text = String(validating: bytes, as: UTF8.self), !text.hasByteOrderMark {
      try compare(whole, table, withText: text)
    }
  }

  /// Kept bytes come back as they were.
  private func requireBytes(of reading: Reading) throws {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let found = reading.log.texts.map { KeptBytes.bytes(of: $0[0]) }
    try requireSame(found, lines.map(Array.init), "the bytes of lines")
  }

  /// What a sink is told, in blocks of so many bytes.
  private func rows(atATime step: Int) -> Reading {
    switch format {
    case .csv: rows(DelimitedParser(name: "x", delimiter: UInt8(ascii: ",")), step)
    case .tsv: rows(DelimitedParser(name: "x", delimiter: UInt8(ascii: "\t")), step)
    case .lines: rows(LinesParser(keepsReturns: invalidUTF8 == .kept), step)
    case .jsonl: rows(JSONLinesParser(name: "x"), step)
    case .json: rows(JSONArrayParser(name: "x"), step)
    }
  }

  private func rows<Parser: RowParser>(_ parser: Parser, _ step: Int) -> Reading {
    var feed = TextFeed(
      name: "x", invalidUTF8: invalidUTF8, keepsMark: format == .lines && invalidUTF8 == .kept,
      parser: parser)
    var sink = RowLog()
    return Reading {
      for start in stride(from: 0, to: bytes.count, by: max(step, 1)) {
        let block = Array(bytes[start..<min(start + step, bytes.count)])
        try feed.read(block.span, into: &sink) { _ in }
      }
      try feed.finish(into: &sink)
    } log: {
      sink
    }
  }

  /// The table of a reading.
  private func table(of reading: Reading) -> Outcome {
    Outcome {
      var builder = TableBuilder(path: "x")
      if let error = reading.error { throw error }
      try reading.log.write(into: &builder)
      if format == .lines && builder.rowCount == 0 { builder.declareLines() }
      return try builder.finish()
    }
  }

  /// The table of a file that is read in pieces of a few bytes each.
  private func tableInPieces() -> Outcome {
    let path = ScratchFile.path
    return Outcome {
      try ScratchFile.write(bytes)
      var source = FileSource(path: path, format: format, invalidUTF8: invalidUTF8)
      source.pieceSizes = PieceSizes(firstWindow: 2 * step, window: 4 * step, piece: step)
      var builder = TableBuilder(path: "x")
      do { try source.read(into: &builder) { _, _ in } } catch var error as SourceError {
        error.path = "x"
        throw error
      }
      return try builder.finish()
    }
  }

  private func compare(_ reading: Reading, _ table: Outcome, withText text: String) throws {
    switch format {
    case .csv, .tsv:
      let slow = SlowRecords(bytes, format == .csv ? "," : "\t")
      try requireSame(reading.error != nil, slow.rows == nil, "whether there is a mistake")
      if let rows = slow.rows { try requireSame(reading.log.texts, rows, "records") }
    case .lines:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      let texts = lines.map {
        String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
      }
      try requireSame(reading.log.texts, texts.map { [$0] }, "lines")
    case .json:
      let value = try? JSON.parse(bytes.span)
      if let value { try checkWriting(value) }
      guard case .array(let rows)? = value else {
        return try requireRefusal(of: reading, of: text)
      }
      try compare(table, withRows: rows)
    case .jsonl:
      var rows: [JSON] = []
      for line in bytes.split(separator: UInt8(ascii: "\n")) where !line.allSatisfy(\.isBlank) {
        guard let row = try? JSON.parse(Array(line).span) else {
          return try requireRefusal(of: reading, of: text)
        }
        rows.append(row)
      }
      try compare(table, withRows: rows)
    }
  }

  /// What is no JSON is refused; but for values that are nested too deeply only if what is around
  /// them is counted too.
  private func requireRefusal(of reading: Reading, of text: String) throws {
    let brackets = text.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
    if brackets > 250 { return }
    // Around values a file may have white space that JSON does not know.
    if text.utf8.contains(where: { $0 == 0x0B || $0 == 0x0C }) { return }
    try require(reading.error != nil, "what is no JSON was read")
  }

  private func compare(_ table: Outcome, withRows rows: [JSON]) throws {
    let expected = Outcome {
      var builder = TableBuilder(path: "x")
      try JSONRowsSource(rows).read(into: &builder) { _, _ in }
      return try builder.finish()
    }
    try requireSame(table.rows, expected.rows, "rows of a file and of values")
    try requireSame(table.schema, expected.schema, "attributes of a file and of values")
  }

  /// A value is the same when it was written and read again, but that `2.0` is written as `2`.
  private func checkWriting(_ value: JSON) throws {
    let written = value.description
    try requireSame(try JSON.parse(written).description, written, "written, read and written again")
  }
}

/// What a sink was told until the end or the mistake.
private struct Reading: Equatable, CustomStringConvertible {
  var log: RowLog
  var error: SourceError?

  init(_ read: () throws -> Void, log: () -> RowLog) {
    do { try read() } catch { self.error = error as? SourceError ?? Self.unexpected(error) }
    self.log = log()
  }

  private static func unexpected(_ error: any Error) -> SourceError {
    preconditionFailure("\(error)")
  }

  var description: String { "\(error.map { "\($0) after " } ?? "")\(log.texts)" }
}

/// A table, or why there is none.
private struct Outcome: Equatable, CustomStringConvertible {
  var schema: ListSchema?
  var rows: [[CellValue]]?
  var ids: [RowID]?
  var error: String?

  init(_ make: () throws -> RowTable) {
    do {
      let table = try make()
      schema = table.schema
      rows = (0..<UInt32(table.count)).map(table.row)
      ids = ListEngine(table).ids().ids
    } catch {
      self.error = "\(error)"
    }
  }

  var description: String { error ?? "\(schema.debugDescription) \(rows ?? [])" }
}

/// A sink that writes down what it is told.
private struct RowLog: RowSink, Equatable {
  private struct Cell: Equatable {
    var kind: CellKind
    var bytes: [UInt8]
    var column: Int
  }

  private struct LoggedRow: Equatable {
    var line: Int
    var cells: [Cell] = []
  }

  private var names: [String] = []
  private var fixed: (names: [String], line: Int)?
  private var rows: [LoggedRow] = []
  private var open: LoggedRow?

  var rowCount: Int { rows.count }

  static func == (a: Self, b: Self) -> Bool {
    a.names.map(BinaryString.init) == b.names.map(BinaryString.init)
      && a.fixed?.line == b.fixed?.line && a.rows == b.rows
  }

  mutating func setColumns(_ names: [String], line: Int) throws {
    var seen: Set<BinaryString> = []
    for name in names where !seen.insert(BinaryString(name)).inserted {
      throw SourceError(path: "x", line: line, reason: "two columns are called \(name)")
    }
    (self.names, fixed) = (names, (names, line))
  }

  mutating func column(named name: String) -> Int {
    if let column = names.firstIndex(where: { BinaryString($0) == BinaryString(name) }) {
      return column
    }
    names.append(name)
    return names.count - 1
  }

  mutating func beginRow(line: Int) { open = LoggedRow(line: line) }

  mutating func append(_ kind: CellKind, _ bytes: Span<UInt8>, column: Int) {
    open?.cells.append(Cell(kind: kind, bytes: bytes.indices.map { bytes[$0] }, column: column))
  }

  mutating func endRow() {
    if let open { rows.append(open) }
    open = nil
  }

  /// Tells another sink the same.
  func write<Sink: RowSink>(into sink: inout Sink) throws {
    if let fixed { try sink.setColumns(fixed.names, line: fixed.line) }
    for row in rows {
      sink.beginRow(line: row.line)
      for cell in row.cells {
        sink.append(cell.kind, cell.bytes.span, column: sink.column(named: names[cell.column]))
      }
      sink.endRow()
    }
  }

  /// The texts of the rows, in the order of columns, empty where there are none.
  var texts: [[String]] {
    rows.map { row in
      var texts = [String](repeating: "", count: names.count)
      for cell in row.cells { texts[cell.column] = String(decoding: cell.bytes, as: UTF8.self) }
      return texts
    }
  }
}

/// The records of delimited text, found character by character.
private struct SlowRecords {
  /// The records behind the header, as wide as it; nil if there is a mistake.
  private(set) var rows: [[String]]?

  init(_ text: [UInt8], _ delimiter: Unicode.Scalar) {
    var records: [[[UInt8]]] = []
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var index = 0
    func letter(_ index: Int) -> Unicode.Scalar? {
      index < text.count ? Unicode.Scalar(text[index]) : nil
    }
    while let byte = letter(index) {
      index += 1
      if isQuoted {
        if byte == "\"" && letter(index) == "\"" {
          cell.append(UInt8(ascii: "\""))
          index += 1
        } else if byte == "\"" {
          isQuoted = false
        } else {
          cell.append(text[index - 1])
        }
      } else if byte == "\"" && cell.isEmpty {
        isQuoted = true
      } else if byte == delimiter {
        cells.append(cell)
        cell = []
      } else if byte == "\n" || byte == "\r" && letter(index) == "\n" {
        if byte == "\r" { index += 1 }
        records.append(cells + [cell])
        (cells, cell) = ([], [])
      } else {
        cell.append(text[index - 1])
      }
    }
    if !cell.isEmpty || !cells.isEmpty { records.append(cells + [cell]) }
    records.removeAll { $0 == [[]] }
    guard !isQuoted else { return }
    guard let header = records.first else {
      rows = []
      return
    }
    guard Set(header).count == header.count, records.allSatisfy({ $0.count <= header.count }) else {
      return
    }
    rows = records.dropFirst().map { record in
      record.map { String(decoding: $0, as: UTF8.self) }
        + [String](repeating: "", count: header.count - record.count)
    }
  }
}

/// The one file of this process that is written again and again.
enum ScratchFile {
  static let path: String = {
    let folder =
      FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    return "\(folder)/shortlist-fuzzing-\(ProcessInfo.processInfo.processIdentifier)"
  }()

  static func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }
}

extension String {
  fileprivate var hasByteOrderMark: Bool { unicodeScalars.first == "\u{FEFF}" }
}

extension UInt8 {
  /// Whether it is white space, as the files of rows have it around their values.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
