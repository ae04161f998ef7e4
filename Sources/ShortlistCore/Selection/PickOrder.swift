/// The selected rows in the order in which they were picked.
///
/// Each pick has a number. Rows that are picked in small batches are stored one by one with their
/// numbers. Rows that are picked in large batches form a run: a set of slots plus an order shared
/// with the listing. The number of a row in a run is the start of the run plus the row's position
/// in that order. Picking a million rows therefore stores no individual row, and a restored row
/// gets its old place back.
///
///     picked:   row 7   row 2   all rows of a search      row 5
///     number:   0       1       2, 3, 4, … 1,000,001      1,000,002
///               ╰─ singles ─╯   ╰─ a run: start 2, ──╯    ╰ single
///                                  order of the listing
///
/// Rows are identified by the slots that they had when they were picked.
struct PickOrder: Sendable {
  /// The numbers of the rows that are stored one by one, by slot.
  private(set) var singles: [UInt32: Int] = [:]
  /// The non-empty runs, ascending by their start.
  private(set) var runs: [Part] = []
  /// The number of the next pick.
  private var next = 0

  /// The shared part of a batch of picks.
  final class Run: Sendable {
    /// The number of the row at the first position.
    let start: Int
    /// The order of the rows.
    let order: SharedOrder

    init(start: Int, order: SharedOrder) {
      self.start = start
      self.order = order
    }
  }

  /// A subset of the rows of a run.
  struct Part: Sendable {
    let run: Run
    var rows: RowSet
    var count: Int
    /// The positions by slot, computed on first use.
    private(set) var positions: [UInt32] = []

    init(run: Run, rows: RowSet, count: Int) {
      self.run = run
      self.rows = rows
      self.count = count
    }

    /// Returns the position of a row of this part in the run's order.
    mutating func position(of slot: UInt32) -> Int {
      switch run.order {
      case .source: return Int(slot)
      case .listed(let tree) where tree.isIndexed: return tree.position(of: slot) ?? 0
      case .listed, .slots: break
      }
      if positions.count < rows.universe {
        positions = Array(repeating: 0, count: rows.universe)
        run.order.forEach(in: RowSet(all: rows.universe)) { position, slot in
          positions[Int(slot)] = UInt32(position)
          return true
        }
      }
      return Int(positions[Int(slot)])
    }

    /// This part without its cached positions.
    var bare: Part { Part(run: run, rows: rows, count: count) }
  }

  /// The place of a row in the pick order.
  enum Place: Sendable {
    case number(Int)
    case run(Run)
  }

  /// A row and its place.
  struct Pick: Sendable {
    var slot: UInt32
    var place: Place
  }

  /// Several rows and their places.
  enum Picks: Sendable {
    /// Picks in the order of the request that added or removed them.
    case few([Pick])
    /// Numbered rows and parts of runs, in no particular order.
    case many([UInt32: Int], [Part])
  }

  /// The maximum number of runs; beyond it, the smallest run is stored row by row.
  private static let maxRuns = 64

  // MARK: Putting in

  /// Appends rows at the end.
  ///
  /// - Precondition: The order contains none of the rows.
  /// - Complexity: O(rows) if they are few, O(1) if they are many
  mutating func append(_ rows: RowSequence) -> Picks {
    switch rows.rows {
    case .few(let slots):
      defer { next += slots.count }
      return .few(
        slots.enumerated().map { index, slot in
          singles[slot] = next + index
          return Pick(slot: slot, place: .number(next + index))
        })
    case .many(let set, let order):
      let part = Part(run: Run(start: next, order: order), rows: set, count: rows.count)
      next += order.count
      runs.append(part)
      limitRuns()
      return .many([:], [part])
    }
  }

  /// Restores a row to its place.
  ///
  /// The caller calls `limitRuns()` after the last row.
  mutating func restore(_ pick: Pick) {
    switch pick.place {
    case .number(let number): singles[pick.slot] = number
    case .run(let run):
      let index = index(of: run, universe: Int(pick.slot) + 1)
      if pick.slot >= runs[index].rows.universe { runs[index].rows.grow(to: Int(pick.slot) + 1) }
      runs[index].rows[pick.slot] = true
      runs[index].count += 1
    }
  }

  /// Restores rows of a run to their places.
  ///
  /// The caller calls `limitRuns()` after the last part.
  mutating func restore(_ part: Part) {
    if part.count == 0 { return }
    let index = index(of: part.run, universe: part.rows.universe)
    runs[index].rows.grow(to: part.rows.universe)
    if runs[index].count == 0 {
      runs[index].rows = part.rows
    } else {
      runs[index].rows.formUnion(part.rows)
    }
    runs[index].count += part.count
  }

  /// Returns the index of a run in `runs`, inserting it without rows if it is missing.
  private mutating func index(of run: Run, universe: Int) -> Int {
    let index = runs.firstIndex { $0.run.start >= run.start } ?? runs.count
    if index == runs.count || runs[index].run !== run {
      runs.insert(Part(run: run, rows: RowSet(universe: universe), count: 0), at: index)
    }
    return index
  }

  /// Stores the smallest runs row by row while there are more than `maxRuns`.
  ///
  /// - Complexity: O(positions) for each run that is stored row by row
  mutating func limitRuns() {
    while runs.count > Self.maxRuns,
      let index = runs.indices.min(by: { runs[$0].count < runs[$1].count })
    {
      let part = runs.remove(at: index)
      part.run.order.forEach(in: part.rows) { position, slot in
        singles[slot] = part.run.start + position
        return true
      }
    }
  }

  // MARK: Taking out

  /// Removes a row and returns its place; nil if the order does not contain it.
  ///
  /// - Complexity: O(1) on average; the number of runs is bounded
  mutating func remove(_ slot: UInt32) -> Place? {
    if let number = singles.removeValue(forKey: slot) { return .number(number) }
    for index in runs.indices where runs[index].rows.contains(slot) {
      let run = runs[index].run
      runs[index].rows[slot] = false
      runs[index].count -= 1
      if runs[index].count == 0 { runs.remove(at: index) }
      return .run(run)
    }
    return nil
  }

  /// Removes the rows of a set that the order contains.
  ///
  /// - Complexity: O(universe / 64 + rows stored one by one)
  mutating func remove(_ set: RowSet) -> Picks {
    let removed = singles.filter { set.contains($0.key) }
    for slot in removed.keys { singles[slot] = nil }
    var parts: [Part] = []
    for index in runs.indices.reversed() {
      var rows = runs[index].rows.grown(to: set.universe)
      rows.formIntersection(set)
      let count = rows.count
      if count == 0 { continue }
      parts.append(Part(run: runs[index].run, rows: rows, count: count))
      if count == runs[index].count {
        runs.remove(at: index)
      } else {
        runs[index].rows.grow(to: set.universe)
        runs[index].rows.subtract(rows)
        runs[index].count -= count
      }
    }
    return .many(removed, parts)
  }

  /// Removes all rows.
  mutating func removeAll() -> Picks {
    defer { (singles, runs) = ([:], []) }
    return .many(singles, runs.map(\.bare))
  }

  // MARK: Reading

  /// Calls `body` with each row in order until it returns false.
  ///
  /// - Complexity: O(k log k) for k rows stored one by one, plus O(positions) for the runs
  func forEach(_ body: (UInt32) -> Bool) {
    let singles = singles.sorted { $0.value < $1.value }
    var index = 0
    var goesOn = true
    func pass(upTo number: Int) {
      while goesOn && index < singles.count && singles[index].value < number {
        goesOn = body(singles[index].key)
        index += 1
      }
    }
    for part in runs {
      part.run.order.forEach(in: part.rows) { position, slot in
        pass(upTo: part.run.start + position)
        if goesOn { goesOn = body(slot) }
        return goesOn
      }
      if !goesOn { return }
    }
    pass(upTo: .max)
  }

  /// Returns whether the order contains a row.
  func contains(_ slot: UInt32) -> Bool {
    singles[slot] != nil || runs.contains { $0.rows.contains(slot) }
  }

  /// Returns the number of a row; nil if the order does not contain it.
  ///
  /// - Complexity: O(1) on average; O(positions) once for a run whose listing has no index
  mutating func number(of slot: UInt32) -> Int? {
    if let number = singles[slot] { return number }
    guard let index = runs.firstIndex(where: { $0.rows.contains(slot) }) else { return nil }
    return runs[index].run.start + runs[index].position(of: slot)
  }

  // MARK: Compacting

  /// Renumbers the slots of all rows.
  ///
  /// - Parameter map: The mapping from old to new slots.
  mutating func renumber(_ map: inout PickRenumbering) {
    singles = map.singles(singles)
    runs = runs.map { map.part($0) }
  }
}
