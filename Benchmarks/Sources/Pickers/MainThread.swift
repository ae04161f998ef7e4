import CProcess
import Foundation
import Shortlist
import Workloads

/// What a picker, and a model that follows it, cost the main thread: its processor time while
/// something is asked for, and while what came of it is taken in.
///
/// The second is all that the main thread does from the request on until the model shows the new
/// revision, waking up included; what a wake-up costs by itself is told beside it.
@MainActor
final class MainThread {
  private let articles: [Article]
  private let model: PickListModel<Article>

  private var wakeUps = 0

  private static let rounds = 1001

  init(_ articles: [Article]) {
    self.articles = articles
    model = PickListModel(PickList(articles: articles))
  }

  /// Measures and prints.
  func measure() {
    while model.revision == 0 { Self.turn() }
    model.picker.sort = [SortKey("price")]
    wait()
    var random = SeededRandom(seed: 3)
    let words = ["b", "ba", "ba d", "bad", "de", "mo", "nu", "nu t"]
    var letters = 0
    tell("a letter of a search") {
      letters += 1
      model.searchText = words[letters % words.count]
    }
    model.searchText = ""
    wait()
    tell("a visible item changed") {
      guard var article = model.sections.first?.items.randomElement(using: &random) else { return }
      article.stock += 1
      Task { [article] in try await model.picker.update(article) }
    }
    tell("a visible item selected or not") {
      guard let row = model.sections.first?.rows.randomElement(using: &random) else { return }
      model.select(.toggle([row.id]))
    }
    var hops: [Double] = []
    for _ in 0..<Self.rounds {
      let start = thread_nanoseconds()
      let number = wakeUps
      Task.detached { await self.wakeUp() }
      while wakeUps == number { Self.turn() }
      hops.append(Double(thread_nanoseconds() - start) / 1000)
    }
    PickersCommand.tell("main thread: waking up for nothing", hops, in: .microseconds)
  }

  private func tell(_ name: String, _ ask: () -> Void) {
    var asking: [Double] = []
    var taking: [Double] = []
    for _ in 0..<Self.rounds {
      let revision = model.revision
      let start = thread_nanoseconds()
      ask()
      let asked = thread_nanoseconds()
      while model.revision == revision { Self.turn() }
      taking.append(Double(thread_nanoseconds() - asked) / 1000)
      asking.append(Double(asked - start) / 1000)
    }
    PickersCommand.tell("main thread: \(name), asked for", asking, in: .microseconds)
    PickersCommand.tell("main thread: \(name), shown", taking, in: .microseconds)
  }

  private func wakeUp() { wakeUps += 1 }

  /// Waits until the model shows something new.
  private func wait() {
    let revision = model.revision
    while model.revision == revision { Self.turn() }
  }

  /// Lets the main thread do what it is woken up for.
  static func turn() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}
