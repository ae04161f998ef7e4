import Foundation
import ShortlistCore
import ShortlistFiles
import Testing

@Suite struct FollowedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func aLineIsReadOnceItHasEnded() throws {
    let file = try follower(of: "id,t\n1,a\n2")
    #expect(try file.opened() == [["1", "a"]])
    try file.append(",b\n3,".utf8)
    #expect(try file.next() == Batch([["2", "b"]]))
    try file.append("c".utf8)
    #expect(try file.next() == Batch([]))
    try file.append("\n".utf8)
    #expect(try file.next() == Batch([["3", "c"]]))
    #expect(try file.next() == Batch([]))
  }

  @Test func aRecordIsReadOnceItsQuotesAreClosed() throws {
    let file = try follower(of: "id,t\n1,a\n2,\"two\nlines")
    #expect(try file.opened() == [["1", "a"]])
    try file.append("\nor, three\n".utf8)
    #expect(try file.next() == Batch([]))
    try file.append("\"\n3,c\n\"4".utf8)
    #expect(try file.next() == Batch([["2", "two\nlines\nor, three\n"], ["3", "c"]]))
  }

  @Test func whatIsNotOfTheFormatIsPassedOver() throws {
    let csv = try follower(of: "id,t\n1,a\n")
    _ = try csv.opened()
    try csv.append("2,b,c,\"d\ne\"\n\n\r\n3\n,\n".utf8 + [0x34, 0x2C, 0xFF, 0xC3, 0x0A])
    let surplus = [["2", "b"], ["3", ""], ["", ""], ["4", "\u{FFFD}\u{FFFD}"]]
    #expect(try csv.next() == Batch(surplus))

    let json = try follower(of: "{\"id\":1}\n", as: .jsonl)
    #expect(try json.opened() == [["1", ""]])
    let lines = """
      {"id":2,"t":"b"}
      {"id":3,"t":
      [1]

      {"id":4} {}
      {"t":"e","id":5,"more":{"x":1}}
      {"id":6,"t":null}

      """
    try json.append(lines.utf8)
    #expect(try json.next() == Batch([["2", "b"], ["5", "e"], ["6", ""]]))
  }

  @Test func cellsThatDoNotFitAreNull() throws {
    let path = try folder.write("id,n,day\n1,5,2024-01-01\n", as: "a.csv")
    let source = try FollowedFile(path: path, format: .csv)
    var builder = TableBuilder(path: path)
    try source.read(into: &builder) { _, _ in }
    var rows = AppendedRows(schema: try builder.finish().schema)
    let file = try Follower(path, as: .csv, names: [])
    try file.append("2,x,tomorrow\n3,7,2024-01-02\n".utf8)
    #expect(try source.readAppended(into: &rows))
    let day = try #require(Timestamp("2024-01-02"))
    #expect(
      rows.rows == [
        [.integer(2), .null, .null], [.integer(3), .integer(7), .date(day)],
      ])
  }

  @Test func aTableCanBeMadeInTheMiddleOfARecord() throws {
    let path = try folder.write("id,t\n1,a\n2,\"b\n", as: "a.csv")
    var builder = TableBuilder(path: path)
    try FollowedFile(path: path, format: .csv).read(into: &builder) { builder, _ in
      #expect(builder.provisional().count == 1)
    }
    #expect(try builder.finish().count == 1)
  }

  @Test func filesThatAreEmptyAtFirst() throws {
    let lines = try follower(of: "", as: .lines)
    var builder = TableBuilder(path: lines.path, options: TableOptions(id: "none"))
    try lines.source.read(into: &builder) { _, progress in
      #expect(progress == LoadProgress(rows: 0, bytes: 0, totalBytes: 0))
    }
    #expect(try builder.finish().schema == ListSchema([.init(name: "line", type: .text)]))

    let json = try follower(of: "", as: .jsonl)
    #expect(try json.opened() == [])
    try json.append("{\"t\":\"a\"}\n".utf8)
    #expect(try json.next() == Batch([["", "a"]]))

    let csv = try follower(of: "t,id")
    builder = TableBuilder(
      path: csv.path, options: TableOptions(schema: [.init(name: "t", type: .text)]))
    try csv.source.read(into: &builder) { _, _ in }
    #expect(throws: InvalidRequestError.self) { try builder.finish() }
    try csv.append("\na,1\n".utf8)
    #expect(try csv.next() == Batch([["1", "a"]]))
  }

  @Test(arguments: [
    (FileFormat.csv, "id\n1\n1,2\n", 3, "a row longer than the header"),
    (.lines, "\u{1}", 2, "invalid UTF-8"),
    (.csv, "id\n1,2\n\u{1}", 3, "invalid UTF-8"),
    (.jsonl, "{}\n1\n{}\n", 2, "a row must be an object"),
  ])
  func whatIsThereAtFirstIsReadStrictly(
    _ format: FileFormat, _ text: String, _ line: Int, _ reason: String
  ) throws {
    // U+0001 stands for a wrong byte.
    let lines = format == .lines ? "a\n\(text)\n" : text + "\n"
    let bytes = Data(lines.utf8.map { $0 == 1 ? 0xFF : $0 })
    let path = try folder.write(bytes, as: "strict")
    let file = try Follower(path, as: format, names: ["id"])
    let error = SourceError(path: path, line: line, reason: reason)
    #expect(throws: error) { try file.opened() }
    #expect(try file.next() == Batch([], goesOn: false))
  }

  @Test func wrongBytesAreReplacedIfAskedForAndInALineThatHasNotEnded() throws {
    let path = try folder.write(Data([0x61, 0xFF, 0x0A, 0x62, 0xFF]), as: "a.txt")
    let lossy = try Follower(path, as: .lines, names: ["line"], isLossy: true)
    #expect(try lossy.opened() == [["a\u{FFFD}"]])
    _ = try folder.write(Data([0x61, 0x0A, 0x62, 0xFF]), as: "a.txt")
    let strict = try Follower(path, as: .lines, names: ["line"])
    #expect(try strict.opened() == [["a"]])
    try strict.append([0x0A])
    #expect(try strict.next() == Batch([["b\u{FFFD}"]]))
  }

  @Test func whatCannotBeFollowed() throws {
    #expect(throws: InvalidRequestError.self) { try FollowedFile(path: "a.json", format: .json) }
    let path = folder.path + "/none"
    let error = SourceError(path: path, reason: "no such file or directory")
    #expect(throws: error) { try Follower(path, as: .lines, names: []).opened() }
    #expect(try FollowedFile(path: "-", format: .csv).name == "standard input")
  }

  @Test func progressIsReportedAndStopsTheReading() throws {
    struct Stop: Error {}
    let text = String(repeating: "some text\n", count: 200_000)
    let file = try follower(of: text + "and more", as: .lines)
    var counter = Counter()
    var last = LoadProgress(rows: 0, bytes: 0)
    try file.source.read(rowsInto: &counter) { counter, progress in
      #expect(counter.rowCount == progress.rows && !counter.isInRow)
      #expect(progress.bytes - last.bytes <= 1 << 20)
      last = progress
    }
    let bytes = text.utf8.count + 8
    #expect(last == LoadProgress(rows: 200_000, bytes: bytes, totalBytes: bytes))
    #expect(throws: Stop.self) {
      try file.source.read(rowsInto: &counter) { _, _ in throw Stop() }
    }
    #expect(try file.next() == Batch([], goesOn: false))
  }

  @Test func aBurstIsTakenInPieces() throws {
    let file = try follower(of: "", as: .lines)
    #expect(try file.opened() == [])
    let lines = (0..<800_000).map { "line \($0)" }
    try file.append(Array((lines.joined(separator: "\n") + "\n").utf8))
    var read: [String] = []
    var batches = 0
    while read.count < lines.count {
      let batch = try file.next()
      #expect(batch.rows.count < 200_000)
      read += batch.rows.map { $0[0] }
      batches += 1
    }
    #expect(read == lines)
    #expect((8...12).contains(batches))
  }

  private func follower(of text: String, as format: FileFormat = .csv) throws -> Follower {
    let path = try folder.write(text, as: "file.\(format)")
    return try Follower(path, as: format, names: format == .lines ? ["line"] : ["id", "t"])
  }
}
