import ShortlistTestSupport

@testable import ShortlistCore

/// One commit as the whole section before and after it.
struct SectionCommit: CustomStringConvertible {
  var before: [Int]
  var after: [Int]
  /// The rows that keep their position key.
  var staying: Set<Int>
  /// The rows of which a member changed.
  var updated: Set<Int> = []

  /// What the window is told of it.
  var batch: SectionBatch {
    let arrivals = after.indices.filter { !staying.contains(after[$0]) }
    return SectionBatch(
      countBefore: before.count, countAfter: after.count,
      removed: before.indices.filter { !staying.contains(before[$0]) }, inserted: arrivals,
      origins: arrivals.map { before.firstIndex(of: after[$0]) },
      updated: before.indices.filter { updated.contains(before[$0]) && after.contains(before[$0]) })
  }

  var description: String {
    "\(before) to \(after), of which \(staying.sorted()) stay, \(updated.sorted()) updated"
  }

  // MARK: Generators

  /// Calls `body` with every commit on `count` rows that brings `new` ones: every row is deleted,
  /// stays or is repositioned, and every order in which those that stay keep theirs.
  static func forEach(rows count: Int, new: Int, _ body: (Self) -> Void) {
    let before = Array(0..<count)
    for fates in 0..<[1, 3, 9, 27, 81, 243, 729][count] {
      var (fates, staying, arrivals) = (fates, [Int](), Array(count..<count + new))
      for row in before {
        if fates % 3 == 1 { staying.append(row) }
        if fates % 3 == 2 { arrivals.append(row) }
        fates /= 3
      }
      let commit = Self(before: before, after: [], staying: Set(staying))
      commit.complete(staying[...], arrivals, newFrom: count, body)
    }
  }

  private func complete(
    _ staying: ArraySlice<Int>, _ arrivals: [Int], newFrom: Int, _ body: (Self) -> Void
  ) {
    if staying.isEmpty && arrivals.isEmpty { return body(self) }
    var next = self
    if let row = staying.first {
      next.after = after + [row]
      next.complete(staying.dropFirst(), arrivals, newFrom: newFrom, body)
    }
    // New rows are as good as each other: they come in one order only.
    let firstNew = arrivals.filter { $0 >= newFrom }.min()
    for row in arrivals where row < newFrom || row == firstNew {
      next.after = after + [row]
      next.complete(staying, arrivals.filter { $0 != row }, newFrom: newFrom, body)
    }
  }

  /// A random commit that touches about `touched` rows; new ones are numbered from `next` on.
  static func random(
    _ before: [Int], touched: Int, next: Int, using random: inout SeededRandom
  ) -> Self {
    var arrivals: [Int] = []
    var staying = before
    var commit = Self(before: before, after: [], staying: [])
    for index in 0..<touched {
      let kind = random.next(below: 4)
      if kind == 0 || staying.isEmpty {
        arrivals.append(next + index)
      } else if kind == 1 {
        commit.updated.insert(random.pick(staying))
      } else {
        let row = staying.remove(at: random.next(below: staying.count))
        if kind == 2 { arrivals.append(row) }
      }
    }
    commit.staying = Set(staying)
    commit.after = staying
    for row in arrivals {
      commit.after.insert(row, at: random.next(below: commit.after.count + 1))
      if random.chance(0.3) { commit.updated.insert(row) }
    }
    return commit
  }
}

extension RangeOptions {
  /// Random options for a section of about `count` rows, flexible ones mostly.
  static func random(_ count: Int, using random: inout SeededRandom) -> Self {
    let length = random.next(below: count + 2)
    let offset = random.chance(0.5) ? 0 : random.next(below: count + 2)
    let pin = random.pick(Pin.allCases)
    if random.chance(0.15) { return .fixed(length: length, offset: offset, from: pin) }
    let minLength = random.chance(0.5) ? 0 : random.next(below: count + 2)
    return .flexible(
      length: length, offset: offset, from: pin,
      growOptions: GrowOptions(rawValue: random.next(below: 4)), minLength: minLength,
      maxLength: random.chance(0.5) ? .max : minLength + random.next(below: count + 2))
  }
}
