/// The selected rows in the order in which they were picked.
///
/// Each pick has a number. Rows that are picked in small numbers are kept one by one, with theirs. Rows
/// of which many are picked at once are a run: a set of slots, in an order that is shared with the
/// listing; the number of one of them is that of the run plus its position in that order. So picking
/// a million rows writes down no row, and a row that comes back gets its old place again.
///
/// Rows are known by the slots in which they were picked.
struct PickOrder: Sendable {
  /// The numbers of the rows that are kept one by one.
  private(set) var singles: [UInt32: Int] = [:]
  /// The runs that have rows, by their numbers.
  private(set) var runs: [Part] = []
  /// The number of the next pick.
  private var next = 0

  /// Rows that were picked at once.
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

  /// Some rows of a run.
  struct Part: Sendable {
    let run: Run
    var rows: RowSet
    var count: Int
    /// The positions of slots, written down when the first one is asked for.
    private(set) var positions: [UInt32] = []

    init(run: Run, rows: RowSet, count: Int) {
      self.run = run
      self.rows = rows
      self.count = count
    }

    /// The position of one of the rows.
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

    /// The same without what can be found out again.
    var bare: Part { Part(run: run, rows: rows, count: count) }
  }

  /// Where in the order a row is.
  enum Place: Sendable {
    case number(Int)
    case run(Run)
  }

  /// A row and its place.
  struct Pick: Sendable {
    var slot: UInt32
    var place: Place
  }

  /// Rows and their places.
  enum Picks: Sendable {
    /// In the order of the request that put them in or took them out.
    case few([Pick])
    /// In no order.
    case many([UInt32: Int], [Part])
  }

  /// More runs than these are not kept: the one with the fewest rows is written down row by row.
  private static let mostRuns = 64

  // MARK: Putting in

  /// Puts rows at the end.
  ///
  /// - Precondition: None of them is in the order.
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

  /// Puts a row back in its place; whoever is done with putting back limits the runs.
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

  /// Puts rows of a run back in their places; whoever is done with putting back limits the runs.
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

  /// Where a run is kept; it is added without rows if it is not.
  private mutating func index(of run: Run, universe: Int) -> Int {
    let index = runs.firstIndex { $0.run.start >= run.start } ?? runs.count
    if index == runs.count || runs[index].run !== run {
      runs.insert(Part(run: run, rows: RowSet(universe: universe), count: 0), at: index)
    }
    return index
  }

  /// Writes down runs row by row while there are too many.
  ///
  /// - Complexity: O(positions) of each run that is written down
  mutating func limitRuns() {
    while runs.count > Self.mostRuns,
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

  /// Takes a row out, and says where it was; nil if it is not there.
  ///
  /// - Complexity: O(1) on average, as there are few runs
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

  /// Takes out the rows of a set that are there.
  ///
  /// - Complexity: O(universe / 64 + rows kept one by one)
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

  /// Takes out all rows.
  mutating func removeAll() -> Picks {
    defer { (singles, runs) = ([:], []) }
    return .many(singles, runs.map(\.bare))
  }

  // MARK: Reading

  /// Calls `body` with each row in order, as long as it wants more.
  ///
  /// - Complexity: O(k log k) for k rows kept one by one, and O(positions of the runs)
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

  /// Whether a row is there.
  func contains(_ slot: UInt32) -> Bool {
    singles[slot] != nil || runs.contains { $0.rows.contains(slot) }
  }

  /// The number of a row that is there.
  ///
  /// - Complexity: O(1) on average; O(positions) once for a run of a listing that was not indexed
  mutating func number(of slot: UInt32) -> Int? {
    if let number = singles[slot] { return number }
    guard let index = runs.firstIndex(where: { $0.rows.contains(slot) }) else { return nil }
    return runs[index].run.start + runs[index].position(of: slot)
  }

  // MARK: Compacting

  /// Takes over other slots.
  ///
  /// - Parameter map: says the new slots.
  mutating func renumber(_ map: inout PickRenumbering) {
    singles = map.singles(singles)
    runs = runs.map { map.part($0) }
  }
}
