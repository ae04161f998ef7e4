import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Windows that move with their rows")
struct WindowMovingTests {
  /// Moves a window and says what differs from the reference.
  private func complaint(_ window: inout Window, _ commit: SectionCommit) -> String? {
    let start = window
    let wanted = WindowReference.moved(start, by: commit)
    let edits = window.apply(commit.batch)
    if window != wanted { return "\(start) by \(commit): \(window), not \(wanted)" }
    return WindowReference.complaint(edits, from: start.range, to: window.range, by: commit)
      .map { "\(start) by \(commit): wrong \($0) in \(edits)" }
  }

  /// Every flexible window over some rows without limits, wherever it lies.
  private func windows(over count: Int) -> [Window] {
    (0...count).flatMap { low in
      (low...count).flatMap { high in
        RangeOptions.Pin.allCases.flatMap { pin in
          (0..<4).map { grow in
            Window(
              options: .flexible(length: 0, from: pin, growOptions: .init(rawValue: grow)),
              range: low..<high, isFilled: true)
          }
        }
      }
    }
  }

  @Test(
    "every window without limits, every commit on up to four rows",
    arguments: [(0, 2), (1, 2), (2, 2), (3, 2), (4, 0), (4, 1)])
  func everySmallCommit(rows: Int, new: Int) {
    let windows = windows(over: rows)
    var number = 0
    SectionCommit.forEach(rows: rows, new: new) { commit in
      var commit = commit
      commit.updated = Set(commit.after.filter { (number >> $0) & 1 == 1 })
      number += 1
      for var window in windows {
        if let complaint = complaint(&window, commit) { Issue.record("\(complaint)") }
      }
    }
  }

  /// Shows YapDatabase 13, YapDatabase 20, YapDatabase 25.
  @Test(
    "every commit on up to six rows, each with windows of any options",
    arguments: [(2, 2, 200), (3, 2, 100), (4, 1, 20), (5, 1, 2), (6, 0, 2)])
  func everyCommit(rows: Int, new: Int, samples: Int) {
    let seed = UInt64.random(in: 0..<1 << 32)
    var random = SeededRandom(seed: seed)
    SectionCommit.forEach(rows: rows, new: new) { commit in
      var commit = commit
      commit.updated = Set(commit.after.filter { _ in random.chance(0.5) })
      for _ in 0..<samples {
        let low = random.next(below: rows + 1)
        var window = Window(
          options: .random(rows, using: &random),
          range: low..<Int.random(in: low...rows, using: &random), isFilled: random.chance(0.5))
        if window.options?.isFixed == true { window.isFilled = false }
        if let complaint = complaint(&window, commit) { Issue.record("seed \(seed): \(complaint)") }
      }
    }
  }

  @Test("several commits in a row, and options read back between them", arguments: 1...300)
  func manyCommits(seed: Int) {
    var random = SeededRandom(seed: seed)
    let isLarge = seed % 10 == 0
    let count = random.next(below: isLarge ? 300 : 9)
    var rows = Array(0..<count)
    var window = Window(
      placing: random.chance(0.1) ? nil : .random(count, using: &random), over: count)
    for step in 1...(isLarge ? 10 : 30) {
      let commit = SectionCommit.random(
        rows, touched: random.next(below: isLarge ? 80 : 6), next: step * 1000, using: &random)
      // What is read back and set again is the same window, now and later.
      var again = Window(placing: window.currentOptions(over: rows.count), over: rows.count)
      #expect(again.range == window.range && again.isFilled == window.isFilled, "seed \(seed)")
      if let complaint = complaint(&window, commit) { Issue.record("seed \(seed): \(complaint)") }
      _ = again.apply(commit.batch)
      #expect(again.range == window.range && again.isFilled == window.isFilled, "seed \(seed)")
      rows = commit.after
    }
  }

  @Test("updates alone move no window", arguments: 1...200)
  func updatesAlone(seed: Int) {
    var random = SeededRandom(seed: seed)
    let count = random.next(below: 7)
    let window = Window(placing: .random(count, using: &random), over: count)
    let updated = (0..<count).filter { _ in random.chance(0.5) }
    var moved = window
    let edits = moved.apply(
      SectionBatch(countBefore: count, countAfter: count, updated: updated))
    #expect(moved == window)
    #expect(
      edits
        == VisibleEdits(
          deletes: [], inserts: [], moves: [], updates: updated.filter(window.range.contains)))
  }

  @Test("a change of the options compares as a batch that touches nothing", arguments: 1...200)
  func otherOptions(seed: Int) {
    var random = SeededRandom(seed: seed)
    let rows = Array(0..<random.next(below: 9))
    let old = Window(placing: .random(rows.count, using: &random), over: rows.count).range
    let new = Window(placing: .random(rows.count, using: &random), over: rows.count).range
    let commit = SectionCommit(before: rows, after: rows, staying: Set(rows))
    let edits = VisibleEdits(from: old, to: new, by: commit.batch)
    #expect(
      WindowReference.complaint(edits, from: old, to: new, by: commit) == nil, "seed \(seed)")
  }

  @Test("positions of rows that stay", arguments: 1...100)
  func positions(seed: Int) {
    var random = SeededRandom(seed: seed)
    let rows = Array(0..<random.next(below: 30))
    let commit = SectionCommit.random(
      rows, touched: random.next(below: 20), next: 1000, using: &random)
    let batch = commit.batch
    for row in rows {
      let place = commit.staying.contains(row) ? commit.after.firstIndex(of: row) : nil
      #expect(batch.positionAfter(row) == place, "seed \(seed)")
    }
  }
}
