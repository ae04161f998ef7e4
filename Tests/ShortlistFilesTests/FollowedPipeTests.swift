import ShortlistCore
import Testing

@testable import ShortlistFiles

@Suite struct FollowedPipeTests {
  private let pipe: NamedPipe

  init() throws { pipe = try NamedPipe() }

  @Test func rowsComeAsTheyAreWrittenUntilThePipeEnds() throws {
    let file = try follower(as: .csv)
    pipe.write("id,t\n1,a\n2,\"b")
    #expect(try file.opened() == [["1", "a"]])
    #expect(try file.next() == Batch([]))
    pipe.write("\n\"\n3,c")
    #expect(try file.next() == Batch([["2", "b\n"]]))
    pipe.close()
    #expect(try file.next() == Batch([["3", "c"]], goesOn: false))
    #expect(try file.next() == Batch([], goesOn: false))
  }

  @Test func theEndClosesAQuote() throws {
    let file = try follower(as: .csv)
    pipe.write("id,t\n")
    #expect(try file.opened() == [])
    pipe.write("1,\"a\n2,b\n")
    pipe.close()
    #expect(try file.next() == Batch([["1", "a\n2,b\n"]], goesOn: false))
  }

  @Test func theEndIsTheEndOfALineThatIsNoObject() throws {
    let file = try follower(as: .jsonl)
    pipe.write("{\"id\":1}\n")
    #expect(try file.opened() == [["1", ""]])
    pipe.write("{\"id\":2}\n{\"id\"")
    pipe.close()
    #expect(try file.next() == Batch([["2", ""]], goesOn: false))
  }

  @Test func aPipeThatEndsAtOnce() throws {
    let file = try follower(as: .csv)
    pipe.write("id,t\n1,a\n2,b")
    var recorder = Recorder()
    var last: LoadProgress?
    try file.source.read(rowsInto: &recorder) { _, progress in
      last = progress
      pipe.close()
    }
    #expect(recorder.texts == [["1", "a"], ["2", "b"]])
    #expect(last == LoadProgress(rows: 2, bytes: 12))
    #expect(try file.next() == Batch([], goesOn: false))
  }

  @Test func whatComesAtFirstIsReadStrictly() throws {
    let file = try follower(as: .csv)
    pipe.write("id\n1,2\n3\n")
    let error = SourceError(path: pipe.path, line: 2, reason: "a row longer than the header")
    #expect(throws: error) { try file.opened() }
  }

  @Test func aPipeThatIsSilentFirstIsWaitedFor() throws {
    let file = try follower(as: .csv)
    var recorder = Recorder()
    var looks = 0
    try file.source.read(rowsInto: &recorder) { recorder, progress in
      #expect(progress.rows == recorder.rowCount)
      looks += 1
      // Neither silence nor half a header or blank lines are enough to make a list of.
      switch looks {
      case 7: pipe.write("\n")
      case 14: pipe.write("id,")
      case 21: pipe.write("t\n1,a\n")
      case 22: pipe.write("2,b\n3,")
      default: break
      }
    }
    #expect(looks > 22)
    #expect(recorder.names == ["id", "t"])
    #expect(recorder.texts == [["1", "a"], ["2", "b"]])
    pipe.write("c\n")
    #expect(try file.next() == Batch([["3", "c"]]))
  }

  @Test func theOpeningEndsWithSilence() {
    let start = ContinuousClock.now
    var opening = PipeOpening(at: start)
    #expect(!opening.isOver(at: start + .milliseconds(199)))
    #expect(opening.isOver(at: start + .milliseconds(200)))
    opening.add(1, at: start + .milliseconds(150))
    #expect(!opening.isOver(at: start + .milliseconds(349)))
    #expect(opening.isOver(at: start + .milliseconds(350)))
  }

  @Test(arguments: [(10, 1000), (65_535 / 10, 1000), (7_000, 60_000)])
  func theOpeningEndsWithATrickle(_ bytes: Int, _ end: Int) {
    let start = ContinuousClock.now
    var opening = PipeOpening(at: start)
    var reached = 0
    while reached < 60_000, !opening.isOver(at: start + .milliseconds(reached)) {
      reached += 100
      opening.add(bytes, at: start + .milliseconds(reached))
    }
    #expect(reached == end)
  }

  private func follower(as format: FileFormat) throws -> Follower {
    try Follower(pipe.path, as: format, names: ["id", "t"])
  }
}
