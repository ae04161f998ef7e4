import Shortlist
import Workloads

/// Times of opening a picker and of replacing all of its items.
@MainActor
struct Replacing {
  private let articles: [Article]

  private static let rounds = 5

  init(_ articles: [Article]) { self.articles = articles }

  /// Measures and prints.
  func measure() async throws {
    var opening: [Double] = []
    var others: [(name: String, times: [Double])] = cases.map { ($0.name, []) }
    for _ in 0..<Self.rounds {
      var opened: PickList<Article>?
      opening.append(
        try await microseconds {
          let picker = PickList(articles: articles)
          try await picker.waitUntilLoaded()
          opened = picker
        })
      guard let picker = opened else { continue }
      for (index, (_, items)) in cases.enumerated() {
        others[index].times.append(
          try await microseconds { _ = try await picker.replaceAll(items) })
        try await picker.replaceAll(articles)
      }
    }
    PickersCommand.tell("opening", opening, in: .milliseconds)
    for (name, times) in others { PickersCommand.tell(name, times, in: .milliseconds) }
  }

  private var cases: [(name: String, items: [Article])] {
    var maker = RowMaker(seed: 2)
    let new = Article(articles.count, &maker)
    var changed = articles
    changed[articles.count / 2].stock += 1
    var swapped = articles
    swapped.swapAt(0, articles.count - 1)
    var tenth = articles
    for index in stride(from: 0, to: articles.count, by: 10) { tenth[index].stock += 1 }
    return [
      ("all items replaced by the same", articles),
      ("one changed, one added behind", changed + [new]),
      ("one added in front", [new] + articles),
      ("the first and the last swapped", swapped),
      ("all in the opposite order", articles.reversed()),
      ("every tenth changed", tenth),
      ("half of them gone", articles.filter { $0.id % 2 == 0 }),
    ]
  }

  private func microseconds(_ work: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try await work()
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }
}
