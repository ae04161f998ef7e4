import Foundation
import ShortlistCore
import ShortlistFiles
import ShortlistTestSupport
import Testing

/// Read in pieces on several cores, a file has the rows and the errors that it has when its text is
/// read from front to back.
@Suite struct PieceReaderTests {
  private let folder: TemporaryFolder
  private static let sizes = [
    PieceSizes(firstWindow: 1, window: 1, piece: 1),
    PieceSizes(firstWindow: 2, window: 3, piece: 1),
    PieceSizes(firstWindow: 3, window: 7, piece: 2),
    PieceSizes(firstWindow: 64, window: 64, piece: 4),
  ]

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (FileFormat.csv, "a,b\n", "1,\"\r\n"), (.csv, "", "1,\"\n"), (.tsv, "a\n1\n", "\t\"\n2"),
    (.lines, "", "1\r\n"), (.jsonl, "{\"b\":1}\n", "{}\n"),
  ])
  func everyShortText(_ format: FileFormat, _ start: String, _ alphabet: String) throws {
    let letters = Array(alphabet.utf8)
    var texts: [[UInt8]] = [[]]
    for length in 0...4 {
      for text in texts {
        try expectSame(Array(start.utf8) + text, as: format, Self.sizes)
      }
      if length < 4 { texts = texts.flatMap { text in letters.map { text + [$0] } } }
    }
  }

  @Test(arguments: [
    "\u{FEFF}a,b\n1,2\n", "\u{FEFF}\"a\n\",b\n\"1\n\",2\n", "\n\n\na,b\n\n1,2\n",
    "a,a\n1,2\n3,4,5\n",
    "a\n1\n2,3\n4,5,6\n", "a\n1\n2,3\n\"", "a\n\"1\n2\n", "a\n" + "żółw,🐢\n", "a,b\nżółw,🐢\n",
  ])
  func everySize(_ text: String) throws {
    let bytes = Array(text.utf8)
    for first in 1...bytes.count {
      let sizes = (1...bytes.count).map { PieceSizes(firstWindow: first, window: $0, piece: 1) }
      try expectSame(bytes, as: .csv, sizes)
      // Wrong bytes come before other mistakes, wherever they are.
      try expectSame(bytes + [0xFF], as: .csv, sizes)
      try expectSame(Array(bytes[..<first]) + [0xC3] + bytes[first...], as: .csv, sizes)
    }
  }

  /// Pieces that are read at the same time may each be the first to have an attribute.
  @Test(arguments: [1, 2, 7, 64])
  func everyRowHasAttributesOfItsOwn(_ piece: Int) throws {
    // The last two names are equal for the standard library, and different attributes.
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "\u{E9}", "e\u{301}"]
    let rows = (0..<40).map { row in
      let (first, second) = (names[row * 7 % 10], names[(row * 3 + row / 10) % 10])
      return "{\"\(first)\":\(row)\(first == second ? "" : ",\"\(second)\":\"\(row)\"")}\n"
    }
    let sizes = PieceSizes(firstWindow: 10, window: 300, piece: piece)
    try expectSame(Array(rows.joined().utf8), as: .jsonl, [sizes])
  }

  @Test(arguments: [FileFormat.csv, .tsv, .jsonl, .lines])
  func anyTextInAnyPieces(_ format: FileFormat) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed of texts: \(seed)")
    var random = SeededRandom(seed: seed)
    for _ in 0..<300 {
      let window = 1 + random.next(below: 200)
      let sizes = PieceSizes(
        firstWindow: 1 + random.next(below: 50), window: window, piece: 1 + random.next(below: 60))
      try expectSame(random.file(as: format), as: format, [sizes])
    }
  }

  @Test func progressIsReportedBetweenRows() throws {
    struct Stop: Error {}
    let text = "a\n" + String(repeating: "12\n", count: 200_000)
    let path = try folder.write(text, as: "a.csv")
    var builder = TableBuilder(path: path)
    var reports: [LoadProgress] = []
    var source = FileSource(path: path, format: .csv)
    source.pieceSizes = PieceSizes(firstWindow: 100, window: 1 << 16, piece: 1 << 12)
    try source.read(into: &builder) { builder, progress in
      #expect(builder.rowCount == progress.rows)
      reports.append(progress)
    }
    #expect(reports.count > 10)
    #expect(reports.map(\.rows) == reports.map(\.rows).sorted())
    let count = text.utf8.count
    #expect(reports.last == LoadProgress(rows: 200_000, bytes: count, totalBytes: count))
    builder = TableBuilder(path: path)
    #expect(throws: Stop.self) {
      try source.read(into: &builder) { _, progress in if progress.rows > 0 { throw Stop() } }
    }
    #expect(builder.rowCount < 200_000)
  }

  /// Checks that a file has the same rows, the same types and the same errors in pieces of any of
  /// these sizes as from front to back.
  private func expectSame(
    _ bytes: [UInt8], as format: FileFormat, _ sizes: [PieceSizes]
  ) throws {
    let path = try folder.write(Data(bytes), as: "rows")
    let asked = [
      TableOptions(), TableOptions(id: "b"),
      TableOptions(schema: [.init(name: "a", type: .integer), .init(name: "b", type: .number)]),
    ]
    for isLossy in [false, true] {
      for options in asked {
        let whole = contents(
          FileSource(path: path, format: format, invalidUTF8: isLossy ? .replaced : .refused),
          options
        ) {
          try $0.read(rowsInto: &$1) { _, _ in }
          if format == .lines && $1.rowCount == 0 { $1 = TableBuilder(path: path) }
        }
        for sizes in sizes {
          var source = FileSource(
            path: path, format: format, invalidUTF8: isLossy ? .replaced : .refused)
          source.pieceSizes = sizes
          var pieces = contents(source, options) { try $0.read(into: &$1) { _, _ in } }
          if format == .lines && pieces.rows.isEmpty { pieces.attributes = whole.attributes }
          #expect(pieces == whole, "\(bytes) in \(sizes), lossy: \(isLossy), \(options)")
        }
      }
    }
  }

  private func contents(
    _ source: FileSource, _ options: TableOptions,
    _ read: (FileSource, inout TableBuilder) throws -> Void
  ) -> Contents {
    var builder = TableBuilder(path: source.name, options: options, workers: .threads)
    do {
      try read(source, &builder)
      return Contents(try builder.finish())
    } catch {
      return Contents(error)
    }
  }
}

/// What there is to see of a table, or why there is none.
private struct Contents: Equatable {
  var attributes: [ListSchema.Entry] = []
  var rows: [[CellValue]] = []
  var ids: [RowID] = []
  var error: String?

  init(_ table: RowTable) {
    attributes = table.schema.entries
    let list = ListEngine(table)
    rows = list.snapshot(0..<table.count).lines.map(\.values)
    ids = list.ids().ids
  }

  init(_ error: any Error) { self.error = "\(error)" }
}

extension Workers {
  /// Workers on all cores.
  fileprivate static let threads = Workers { count, piece in
    DispatchQueue.concurrentPerform(iterations: count, execute: piece)
  }
}

extension SeededRandom {
  /// A file of some rows, of which some may be wrong.
  fileprivate mutating func file(as format: FileFormat) -> [UInt8] {
    var text = format == .csv ? "a,b,c\n" : format == .tsv ? "a\tb\tc\n" : ""
    if chance(0.2) { text = "\u{FEFF}" + text }
    let isFaulty = chance(0.3)
    let separator = format == .tsv ? "\t" : ","
    for row in 0..<next(below: 40) {
      let cells = ["\(row)", cell(), cell()]
      switch format {
      case .csv, .tsv:
        text += cells.prefix(isFaulty && chance(0.05) ? 1 : 3).map { quoted($0, separator) }
          .joined(separator: separator)
        if isFaulty && chance(0.05) { text += separator + "surplus" }
      case .jsonl:
        let names = chance(0.8) ? ["a", "b", "c"] : ["b", "d", "a"]
        let members = zip(names, cells).map { name, cell in
          let value = Int(cell).map { "\($0)" } ?? Self.json(cell)
          return "\(Self.json(name)):\(chance(0.1) ? "null" : value)"
        }
        text += "{" + members.joined(separator: ",") + (isFaulty && chance(0.05) ? "" : "}")
      case .lines, .json: text += cells[1].replacing("\n", with: " ")
      }
      text += pick(["\n", "\n", "\r\n", "\n\n"])
    }
    if chance(0.3), text.hasSuffix("\n") { text.removeLast() }
    var bytes = Array(text.utf8)
    if isFaulty && chance(0.3) {
      bytes.insert(pick([0xFF, 0xC3, 0x80]), at: next(below: bytes.count + 1))
    }
    return bytes
  }

  private mutating func cell() -> String {
    pick([
      "", "1", "-0", "12", "2.5", "x", "A b", "żółw", "🐢", "a,b", "say \"x\"", "two\nlines", "\t",
    ])
  }

  private mutating func quoted(_ cell: String, _ separator: String) -> String {
    let isSpecial = cell.contains { "\"\n\r\(separator)".contains($0) }
    guard isSpecial || chance(0.2) else { return cell }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  private static func json(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n").replacing("\t", with: "\\t")
    return "\"" + escaped + "\""
  }
}
