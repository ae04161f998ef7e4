import Foundation
import Shortlist
import ShortlistFiles
import Workloads

/// Reads a file and answers questions about it, a line of JSON each; `comparison/peers.py` tells
/// how.
@main
enum AnswersCommand {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("answers: one file, and questions on lines\n".utf8))
      exit(2)
    }
    var list: FileList?
    let loading = try Stopwatch.microseconds {
      list = try FileList(path: CommandLine.arguments[1])
    }
    guard let list else { preconditionFailure("the file was not read") }
    try put(Opened(rows: list.count, milliseconds: loading / 1000))
    list.prepareSearch()
    var typing = Typing(list)
    while let line = readLine() {
      let question = try JSONDecoder().decode(Question.self, from: Data(line.utf8))
      try put(try answer(question, list, &typing))
    }
  }

  /// Answers a question; what it is asked of is made before the time is taken.
  private static func answer(
    _ question: Question, _ list: FileList, _ typing: inout Typing
  ) throws -> Answered {
    var answer = Answer.count(0)
    var elapsed = 0.0
    switch question.kind {
    case .keystroke:
      try typing.prepare(question)
      elapsed = try Stopwatch.microseconds {
        let found = try typing.keystroke()
        answer = .keystroke(Answer.Typed(total: found.total, first: found.paths))
      }
    case .selectAll:
      try typing.prepare(question)
      _ = try typing.keystroke()
      elapsed = Stopwatch.microseconds { answer = .count(typing.selectAll()) }
      typing.selectNone()
    case .count, .facets, .histogram, .search:
      var engine = list.engine()
      elapsed = try Stopwatch.microseconds { answer = try engine.answer(question) }
    }
    return Answered(milliseconds: elapsed / 1000, answer: answer)
  }

  private static func put(_ message: some Encodable) throws {
    FileHandle.standardOutput.write(try JSONEncoder().encode(message) + Data("\n".utf8))
  }
}

/// What is told when the file is read.
private struct Opened: Encodable {
  let name = "Shortlist"
  let rows: Int
  let milliseconds: Double
}

/// What is told of a question.
private struct Answered: Encodable {
  let milliseconds: Double
  let answer: Answer
}
