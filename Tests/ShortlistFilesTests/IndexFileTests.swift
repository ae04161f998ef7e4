import Foundation
import ShortlistSystem
import ShortlistTestSupport
import Testing

@testable import ShortlistCore
@testable import ShortlistFiles

@Suite("Index files")
struct IndexFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/x.shortlist" }

  /// A table with a column of each type.
  private func table(rows: Int, id: String? = nil, spill: Spill? = nil) throws -> RowTable {
    var text = "key,n,x,ok,day,kind,path\n"
    for row in 0..<rows {
      text += "k\(row * 7),\(row % 3 == 0 ? "" : "\(row * 31 % 1009)"),\(Double(row) / 4),"
      text += "\(row % 2 == 0),2024-01-\(10 + row % 20),kind \(row % 5),"
      text += "\"Über/\(row), \"\"\(row % 3)\"\"\"\n"
    }
    let source = FileSource(path: try folder.write(text, as: "rows.csv"), format: .csv)
    var builder = TableBuilder(path: source.name, options: TableOptions(id: id), spill: spill)
    try source.read(into: &builder) { builder, _ in try builder.check() }
    return try builder.finish()
  }

  @discardableResult
  private func write(_ table: RowTable, to path: String? = nil) throws -> IndexWriter.Summary {
    try IndexWriter(path ?? self.path, inputs: [], replaces: false).write(table)
  }

  private func rows(_ table: RowTable) -> [[CellValue]] {
    (0..<UInt32(table.count)).map(table.row)
  }

  @Test("have the rows that were written")
  func rows() throws {
    for (count, id) in [(0, nil), (1, "key"), (300, "key"), (300, nil)] {
      let table = try table(rows: count, id: id)
      let summary = try write(table)
      #expect(summary.rows == count && summary.columns == 7)
      #expect(try FileStatus(path: path).size == summary.bytes)
      let stored = try IndexFile.open(path)
      #expect(rows(stored) == rows(table) && stored.schema == table.schema)
      #expect(stored.idAttribute == id && stored.failure == nil)
      for slot in 0..<UInt32(count) { #expect(stored.slot(of: table.id(slot)) == slot) }
    }
  }

  /// The number of rows that fill a few chunks.
  private var several: Int { Sizes.areTiny ? 300 : 150_000 }

  @Test("are the same if not all columns fit the memory", arguments: [nil, "key"])
  func beyondMemory(id: String?) throws {
    try write(try table(rows: several, id: id))
    let expected = try Data(contentsOf: URL(fileURLWithPath: path))
    let writer = try IndexWriter(path, inputs: [], replaces: false)
    let table = try table(rows: several, id: id, spill: writer.spill(memory: 1))
    #expect(try writer.write(table).bytes == expected.count)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == expected)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["rows.csv", "x.shortlist"])
  }

  @Test("are not written if the file beside them fails")
  func failingSpills() async throws {
    for kind in [SystemCall.open, .write, .read] {
      let faults = Faults(.error(.noSpace), at: 0..<1, of: [kind], on: .path(path + ".1.spill"))
      _ = await faults.whileActive {
        let error = #expect(throws: SourceError.self) {
          let writer = try IndexWriter(path, inputs: [], replaces: false)
          _ = try writer.write(try table(rows: several, spill: writer.spill(memory: 1)))
        }
        #expect(error?.path == path && error?.reason.contains("cannot be written") == true)
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["rows.csv"])
  }

  @Test("are recognised by their first bytes, whatever their name or format is")
  func recognised() throws {
    let table = try table(rows: 20, id: "key")
    let path = folder.path + "/rows.jsonl"
    try write(table, to: path)
    for format in FileFormat.allCases {
      let source = FileSource(path: path, format: format)
      #expect(source.isIndexFile)
      let stored = try #require(try source.table(options: TableOptions()))
      #expect(rows(stored) == rows(table))
      var builder = TableBuilder(path: path)
      #expect(throws: SourceError.self) { try source.read(into: &builder) { _, _ in } }
    }
    let other = FileSource(path: try folder.write("a\n1\n", as: "a.csv"), format: .csv)
    #expect(try !other.isIndexFile && other.table(options: TableOptions()) == nil)
    #expect(!FileSource(path: folder.path, format: .csv).isIndexFile)
    #expect(!FileSource(path: "-", format: .csv).isIndexFile)
  }

  /// The rows of files, one file after the other.
  private func joined(
    _ files: [FileSource], options: TableOptions = TableOptions()
  ) throws -> RowTable {
    let source = JoinedFiles(files)
    var builder = TableBuilder(path: source.name, options: options)
    try source.read(into: &builder) { builder, _ in try builder.check() }
    return try builder.finish()
  }

  @Test(
    "are one list together with other files of the same columns",
    arguments: [[true, true], [true, false], [false, true], [false, false]])
  func joined(_ isIndex: [Bool]) throws {
    let whole = try table(rows: several)
    let text = try String(contentsOfFile: folder.path + "/rows.csv", encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // The second file begins inside a chunk.
    let parts = [lines[1...several / 3], lines[(several / 3 + 1)...]]
    let files = try zip(parts, isIndex).enumerated().map { number, part in
      let text = ([lines[0]] + part.0).joined(separator: "\n")
      let csv = FileSource(path: try folder.write(text, as: "\(number).csv"), format: .csv)
      if !part.1 { return csv }
      try write(try joined([csv]), to: folder.path + "/\(number)")
      return FileSource(path: folder.path + "/\(number)", format: .csv)
    }
    let table = try joined(files)
    #expect(table.schema == whole.schema && table.count == whole.count)
    let other = (0..<UInt32(whole.count)).first { table.row($0) != whole.row($0) }
    #expect(other == nil)
  }

  @Test("keep their types and ids in a list of several files")
  func joinedTypes() throws {
    func index(_ rows: String, as name: String, _ options: TableOptions) throws -> FileSource {
      let text = FileSource(path: try folder.write(rows, as: "\(name).jsonl"), format: .jsonl)
      try write(try joined([text], options: options), to: folder.path + "/" + name)
      return FileSource(path: folder.path + "/" + name, format: .csv)
    }
    let codes = TableOptions(id: "code", schema: [.init(name: "code", type: .text)])
    let first = try index(
      #"{"code":"01","n":1,"tags":["a\"","b"],"x":1,"day":""}"#, as: "a", codes)
    let second = try index(
      #"{"code":"2","n":2.5,"tags":[],"x":null,"day":"2024-01-31"}"#, as: "b", codes)
    let table = try joined([first, second])
    let types = table.schema.entries.map { "\($0.name) \($0.type.rawValue)" }
    #expect(types == ["code text", "n number", "tags list", "x integer", "day text"])
    #expect(table.idAttribute == "code")
    #expect(
      rows(table) == [
        [.text("01"), .number(1), .list(["a\"", "b"]), .integer(1), .text("")],
        [.text("2"), .number(2.5), .list([]), .null, .text("2024-01-31")],
      ])
    #expect(try joined([second, first], options: codes).slot(of: "01") == 1)
    // Delimited text does not say whether 3 is a number or a text.
    let csv = FileSource(
      path: try folder.write("day,tags,x,n,code\n,a,4,5,3\n", as: "c.csv"), format: .csv)
    for files in [[first, csv], [csv, first]] {
      let table = try joined(files, options: codes)
      #expect(table.schema.type(of: "code") == .text)
      #expect(table.schema.type(of: "n") == .integer)
      #expect(table.schema.type(of: "x") == .integer)
    }
    // JSON lines may have other attributes.
    let lines = FileSource(
      path: try folder.write("{\"code\":\"4\",\"more\":true}\n", as: "d.jsonl"), format: .jsonl)
    for files in [[first, lines], [lines, first]] {
      let table = try joined(files, options: codes)
      #expect(table.count == 2 && table.schema.type(of: "more") == .boolean)
    }
    let error = #expect(throws: SourceError.self) {
      try joined([
        first, FileSource(path: try folder.write("code\n7\n", as: "e.csv"), format: .csv),
      ])
    }
    #expect(error?.path == folder.path + "/e.csv" && error?.reason.contains("columns") == true)
    let refused = #expect(throws: SourceError.self) { try joined([csv, try other(first)]) }
    #expect(refused?.path == folder.path + "/other" && refused?.line == nil)
  }

  /// An index file with a column more.
  private func other(_ file: FileSource) throws -> FileSource {
    let lines = FileSource(
      path: try folder.write("{\"code\":\"9\",\"one\":true}\n", as: "other.jsonl"),
      format: .jsonl)
    try write(try joined([file, lines]), to: folder.path + "/other")
    return FileSource(path: folder.path + "/other", format: .csv)
  }

  @Test("have their own id and types")
  func options() throws {
    try write(try table(rows: 20, id: "key"))
    let source = FileSource(path: path, format: .csv)
    #expect(try source.table(options: TableOptions(id: "key")) != nil)
    let schema = [ListSchema.Entry(name: "n", type: .integer)]
    #expect(try source.table(options: TableOptions(schema: schema)) != nil)
    for options in [
      TableOptions(id: "n"), TableOptions(schema: [.init(name: "n", type: .text)]),
      TableOptions(schema: [.init(name: "none", type: .text)]),
    ] {
      #expect(throws: InvalidRequestError.self) { try source.table(options: options) }
    }
  }

  @Test("have the checksums of XXH64")
  func checksums() {
    for (text, sum) in [
      ("", 0xEF46_DB37_51D8_E999), ("a", 0xD24E_C4F1_A98C_6E5B), ("abc", 0x44BC_2CF5_AD77_0999),
      ("Nobody inspects the spammish repetition", 0xFBCE_A83C_8A37_8BF1),
    ] as [(String, UInt64)] {
      #expect(Checksum.of(Array(text.utf8).span) == sum, "\(text)")
    }
  }

  /// Reads all of a file; returns nil if it is refused at any point.
  private func everything(_ path: String) -> [[CellValue]]? {
    guard let table = try? IndexFile.open(path, memory: 1 << 20) else { return nil }
    let rows = rows(table)
    for slot in 0..<UInt32(min(table.count, 50)) { _ = table.slot(of: table.id(slot)) }
    for case .date(_, let instants) in table.columns {
      for slot in 0..<UInt32(table.count) { _ = instants[slot] }
    }
    return table.failure == nil ? rows : nil
  }

  @Test("that were cut off are refused")
  func cuts() throws {
    try write(try table(rows: Sizes.areTiny ? 500 : 50_000, id: "key"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let step = Sizes.areTiny ? 997 : 4096
    for size in Array(stride(from: 0, to: bytes.count, by: step)) + [bytes.count - 1] {
      let cut = try folder.write(bytes.prefix(size), as: "cut")
      do throws(SourceError) {
        _ = try IndexFile.open(cut)
        Issue.record("\(size) of \(bytes.count) bytes were opened")
      } catch {
        #expect(error.path == cut && error.reason.contains("shortlist index"), "\(error)")
      }
    }
  }

  @Test("with other bits are refused, or have the same rows", arguments: 0..<4)
  func flips(seed: Int) throws {
    let seed = (Environment.number("SHORTLIST_SEED") ?? 1) &* 100 &+ seed
    var random = SeededRandom(seed: seed)
    let table = try table(rows: 200, id: "key")
    try write(table)
    let wanted = rows(table)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for number in 0..<600 {
      var changed = bytes
      for _ in 0...random.next(below: 3) {
        // Half of the flips are in the header and at the end, where the directory is.
        let place =
          random.chance(0.25)
          ? random.next(below: 64)
          : random.chance(0.3)
            ? bytes.count - 1 - random.next(below: 500) : random.next(below: bytes.count)
        changed[place] ^= 1 << UInt8(random.next(below: 8))
      }
      let other = try folder.write(changed, as: "flipped")
      let found = everything(other)
      if let found, found != wanted { Issue.record("other rows: file \(number) of seed \(seed)") }
      if changed != bytes { #expect(found == nil, "file \(number) of seed \(seed)") }
    }
  }

  @Test("of other versions say what to do")
  func versions() throws {
    try write(try table(rows: 5))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for (version, reason) in [(0, "no longer reads"), (2, "use a newer program")] {
      var changed = bytes
      changed[8] = UInt8(version)
      let other = try folder.write(changed, as: "other")
      let error = #expect(throws: SourceError.self) { try IndexFile.open(other) }
      #expect(error?.reason.contains(reason) == true && error?.path == other)
    }
    let longer = try folder.write(bytes + Data([0]), as: "longer")
    let error = #expect(throws: SourceError.self) { try IndexFile.open(longer) }
    #expect(error?.reason.contains("damaged") == true)
    let foreign = try folder.write("a,b\n1,2\n", as: "foreign")
    #expect(throws: SourceError.self) { try IndexFile.open(foreign) }
    #expect(throws: SourceError.self) { try IndexFile.open(folder.path + "/none") }
    #expect(throws: SourceError.self) { try IndexFile.open(folder.path) }
  }

  @Test("that are cut or changed while they are open fail with an error")
  func changedWhileOpen() throws {
    try write(try table(rows: 300, id: "key"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for (isCut, reason) in [(true, "cut off while it was open"), (false, "checksum")] {
      let name = try folder.write(bytes, as: "open")
      let stored = try IndexFile.open(name)
      #expect(stored.row(0).count == 7)
      let other = try IndexFile.open(name)
      // The same file changes: writing atomically would leave the open one as it was.
      let handle = try #require(FileHandle(forUpdatingAtPath: name))
      if isCut {
        try handle.truncate(atOffset: 100)
      } else {
        try handle.seek(toOffset: 64)
        try handle.write(contentsOf: Data(repeating: 7, count: bytes.count / 2))
      }
      try handle.close()
      _ = rows(other)
      #expect(other.failure?.path == name)
      #expect(other.failure?.reason.contains(reason) == true)
    }
  }

  @Test("replace index files only, unless told to, and never an input")
  func replacing() throws {
    let table = try table(rows: 3)
    try write(table)
    try write(table)
    let text = try folder.write("precious", as: "text")
    #expect(throws: SourceError.self) { try IndexWriter(text, inputs: [], replaces: false) }
    let input = folder.path + "/rows.csv"
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: input)
    for name in [input, link] {
      #expect(throws: SourceError.self) {
        try IndexWriter(name, inputs: [input], replaces: true)
      }
    }
    for name in [folder.path, "/dev/null", "", folder.path + "/none/x"] {
      #expect(throws: (any Error).self) {
        _ = try IndexWriter(name, inputs: [], replaces: true).write(table)
      }
    }
    _ = try IndexWriter(text, inputs: [input], replaces: true).write(table)
    #expect(try IndexFile.open(text).count == 3)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["rows.csv", "x.shortlist", "text", "link"])
  }

  @Test("stay what they were if a call into the system fails")
  func faults() async throws {
    let table = try table(rows: 100)
    try write(table)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let larger = try self.table(rows: 200)
    let target = String(decoding: try absolutePath(path), as: UTF8.self)
    for kind in [SystemCall.write, .sync, .rename, .open] {
      let faults = Faults(
        .error(.noSpace), at: 0..<1, of: [kind], on: .path(target + ".1.part"))
      _ = await faults.whileActive {
        let error = #expect(throws: SourceError.self) { try write(larger) }
        #expect(
          error?.reason.contains("no space left") == true, "\(kind): \(String(describing: error))")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == ["rows.csv", "x.shortlist"])
    }
  }
}
