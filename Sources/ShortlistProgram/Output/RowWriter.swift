import Shortlist
import ShortlistJSON
import ShortlistRPC

/// Writes rows in an output format.
struct RowWriter {
  let format: OutputFormat
  /// The names of the attributes to write.
  let names: [String]
  /// Their indices in a row.
  let columns: [Int]
  /// Whether the output is a terminal; if so, control characters in the data are made visible.
  let isTerminal: Bool
  /// The byte that ends an id or a line.
  let terminator: UInt8
  /// Takes the bytes: standard output, unless something else is set.
  var output: @Sendable ([UInt8]) throws -> Void = StandardOutput.write

  private var buffer: [UInt8] = []
  private var count = 0

  init(
    format: OutputFormat, names: [String], columns: [Int], isTerminal: Bool, terminator: UInt8
  ) {
    self.format = format
    self.names = names
    self.columns = columns
    self.isTerminal = isTerminal
    self.terminator = terminator
  }

  /// Writes a row.
  ///
  /// - Throws: The errors of the output.
  mutating func write(id: RowID, _ row: [CellValue]) throws {
    switch format {
    case .ids: line([id.description])
    case .lines: line(columns.map { row[$0].text })
    case .csv:
      if count == 0 { record(names) }
      record(columns.map { row[$0].text })
    case .json:
      buffer.append(UInt8(ascii: count == 0 ? "[" : ","))
      object(row)
    case .jsonl:
      object(row)
      buffer.append(UInt8(ascii: "\n"))
    }
    count += 1
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Ends the output.
  ///
  /// - Throws: The errors of the output.
  mutating func finish() throws {
    if format == .json { buffer.append(contentsOf: (count == 0 ? "[]\n" : "]\n").utf8) }
    if format == .csv && count == 0 { record(names) }
    try flush()
  }

  private mutating func flush() throws {
    try output(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ text: String) {
    if isTerminal {
      buffer.append(contentsOf: visible(text).utf8)
    } else {
      buffer.append(contentsOf: KeptBytes.bytes(of: text))
    }
  }

  private mutating func line(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: "\t")) }
      append(cell)
    }
    buffer.append(terminator)
  }

  private mutating func record(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      append(Self.quoted(cell, isAlone: cells.count == 1))
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Returns a CSV cell, quoted if necessary.
  ///
  /// An empty cell that is alone in its row is quoted, because an empty line would not be a row.
  private static func quoted(_ cell: String, isAlone: Bool) -> String {
    let isPlain = !cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    if isPlain && !(cell.isEmpty && isAlone) { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  private mutating func object(_ row: [CellValue]) {
    var object = JSONObject()
    for (name, column) in zip(names, columns) { object.set(name, to: row[column].json) }
    var text: [UInt8] = []
    JSON.object(object).write(into: &text)
    append(KeptBytes.replaced(in: String(decoding: text, as: UTF8.self)))
  }
}
