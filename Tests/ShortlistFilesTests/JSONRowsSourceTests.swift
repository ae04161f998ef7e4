import ShortlistCore
import ShortlistFiles
import ShortlistJSON
import Testing

@Suite struct JSONRowsSourceTests {
  /// Takes a text apart as rows in memory, and as a file.
  @Test func rowsAreReadLikeAFileOfThem() throws {
    let text = "[\(JSONFileTests.rows.joined(separator: ","))]"
    guard case .array(let rows) = try JSON.parse(text) else {
      Issue.record("not an array")
      return
    }
    var recorder = Recorder()
    try JSONRowsSource(rows).read(rowsInto: &recorder) { _, _ in }
    #expect(recorder.texts == outcome(of: text, as: .json).texts)
    #expect(recorder.kinds == JSONFileTests.kinds)
    #expect(recorder.rows.map(\.line) == Array(1...rows.count))
  }

  @Test func aRowThatIsNoObjectIsAnErrorWithItsNumber() {
    var recorder = Recorder()
    #expect(throws: SourceError(path: "rows", line: 2, reason: "a row must be an object")) {
      try JSONRowsSource([["a": 1], 7]).read(rowsInto: &recorder) { _, _ in }
    }
  }

  @Test func progressIsReportedBetweenRows() throws {
    var recorder = Recorder()
    var reports: [Int] = []
    let rows = (0..<2500).map { JSON.object(JSONObject([("a", .integer($0))])) }
    try JSONRowsSource(rows).read(rowsInto: &recorder) { recorder, progress in
      #expect(recorder.rowCount == progress.rows)
      reports.append(progress.rows)
    }
    #expect(reports == [1024, 2048, 2500])
  }

  @Test func progressStopsTheReading() {
    struct Stop: Error {}
    var recorder = Recorder()
    #expect(throws: Stop.self) {
      try JSONRowsSource([["a": 1]]).read(rowsInto: &recorder) { _, _ in throw Stop() }
    }
  }
}
