import CCallgrind
import Foundation
import Shortlist
import Synchronization
import Workloads

/// Does the work of requests one piece after the other, and lets callgrind count the instructions
/// of each piece; `Benchmarks/split` computes how long several workers would take.
@main
enum SplitCommand {
  static func main() throws {
    let given = CommandLine.arguments.dropFirst().map { Int($0) }
    guard let rows = given.first ?? 2_000_000, given.count < 2, callgrind_is_running() else {
      FileHandle.standardError.write(Data("split: a number of rows, under callgrind\n".utf8))
      exit(2)
    }
    let paths = try PathList(rows: rows, workers: PieceMeter.workers)
    for (match, search) in [
      (MatchKind.words, "mon"), (.prefix, "mo"), (.substring, "onri"), (.auto, "mon"),
      (.auto, "kelvagor"), (.fuzzy, "kelvagor"),
    ] {
      var engine = paths.engine
      try PieceMeter.measure("\(match.rawValue) \(search)") {
        _ = try engine.show(paths.query(match, search))
      }
    }
    var list = try MeasuredList(rows: rows, workers: PieceMeter.workers)
    try PieceMeter.measure("rows of a kind in a range") {
      _ = try list.engine.setQuery(list.ofKindInRange())
    }
    try PieceMeter.measure("counts of kinds under a range") {
      _ = try list.engine.setQuery(list.inRange())
      _ = try list.engine.measure(MeasureRequest(facets: [FacetRequest("kind")]))
    }
    try PieceMeter.measure("a histogram under a kind") {
      _ = try list.engine.setQuery(list.ofKind())
      _ = try list.engine.measure(
        MeasureRequest(numbers: [NumberRequest("size", buckets: 20)]))
    }
  }
}

/// Counts the instructions of each piece of work, and of what is done between pieces.
///
/// A count is written under `REQUEST/ROUND/PIECE`: the pieces of a round can run at the same time.
/// What is done between rounds is the piece 0 of a round of its own.
private enum PieceMeter {
  private struct State {
    /// The request that is measured; nil if none is.
    var name: String?
    var rounds = 0
  }

  private static let state = Mutex(State())

  /// Workers that run one piece after the other.
  static let workers = Workers { count, piece in
    // What was done since the round before.
    dump(round: next(), 0)
    let round = next()
    for index in 0..<count {
      piece(index)
      dump(round: round, index)
    }
  }

  /// Measures a request.
  static func measure(_ name: String, _ request: () throws -> Void) rethrows {
    state.withLock { $0 = State(name: name) }
    callgrind_start()
    callgrind_toggle()
    try request()
    callgrind_toggle()
    dump(round: next(), 0)
    unsafe callgrind_stop("\(name)/end")
    state.withLock { $0.name = nil }
  }

  /// Returns the number of the next round.
  private static func next() -> Int {
    state.withLock { state in
      defer { state.rounds += 1 }
      return state.rounds
    }
  }

  /// Writes what was counted since the last time.
  private static func dump(round: Int, _ piece: Int) {
    guard let name = state.withLock(\.name) else { return }
    unsafe callgrind_dump("\(name)/\(round)/\(piece)")
  }
}
