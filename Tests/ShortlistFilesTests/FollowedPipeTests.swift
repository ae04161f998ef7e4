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
    let isOver = [0, 0, 0, 1, 0, 0, 0, 0].map { opening.listened($0, at: start) }
    #expect(isOver == [false, false, false, false, false, false, false, true])
  }

  /// What a look at the rows takes is neither silence nor a trickle.
  @Test func timeInWhichNobodyListensEndsNoOpening() throws {
    let start = ContinuousClock.now
    var opening = PipeOpening(at: start)
    for minute in 1...3 {
      let isOver = opening.listened(64 << 10, at: start + .seconds(60 * minute))
      #expect(!isOver)
    }
    let file = try follower(as: .csv)
    pipe.write("id,t\n1,a\n")
    var recorder = Recorder()
    var rows = 1
    try file.source.read(rowsInto: &recorder) { _, _ in
      guard rows < 4 else { return }
      rows += 1
      pipe.write("\(rows),a\n")
      // The system's clock goes on by more than silence takes.
      let end = ContinuousClock.now + .milliseconds(300)
      while ContinuousClock.now < end {}
    }
    #expect(recorder.texts.count == 4)
  }

  @Test(arguments: [(10, 1000), (65_535 / 10, 1000), (7_000, 60_000)])
  func theOpeningEndsWithATrickle(_ bytes: Int, _ end: Int) {
    let start = ContinuousClock.now
    var opening = PipeOpening(at: start)
    var reached = 0
    var isOver = false
    while reached < 60_000, !isOver {
      reached += 100
      isOver = opening.listened(bytes, at: start + .milliseconds(reached))
    }
    #expect(reached == end)
  }

  private func follower(as format: FileFormat) throws -> Follower {
    try Follower(pipe.path, as: format, names: ["id", "t"])
  }
}
