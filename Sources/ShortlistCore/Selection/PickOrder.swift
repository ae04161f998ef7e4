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
    let order: RowsOrder

    init(start: Int, order: RowsOrder) {
      self.start = start
      self.order = order
    }
  }

  /// Some rows of a run.
  struct Part: Sendable {
    let run: Run
    var rows: RowSet
    var count: Int
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

  /// Puts a row back in its place.
  mutating func restore(_ pick: Pick) {
    switch pick.place {
    case .number(let number): singles[pick.slot] = number
    case .run(let run):
      let index = index(of: run, universe: Int(pick.slot) + 1)
      if pick.slot >= runs[index].rows.universe { runs[index].rows.grow(to: Int(pick.slot) + 1) }
      runs[index].rows[pick.slot] = true
      runs[index].count += 1
      limitRuns()
    }
  }

  /// Puts rows of a run back in their places.
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
    limitRuns()
  }

  /// Where a run is kept; it is added without rows if it is not.
  private mutating func index(of run: Run, universe: Int) -> Int {
    let index = runs.firstIndex { $0.run.start >= run.start } ?? runs.count
    if index == runs.count || runs[index].run !== run {
      runs.insert(Part(run: run, rows: RowSet(universe: universe), count: 0), at: index)
    }
    return index
  }

  private mutating func limitRuns() {
    guard runs.count > Self.mostRuns,
      let index = runs.indices.min(by: { runs[$0].count < runs[$1].count })
    else { return }
    let part = runs.remove(at: index)
    part.run.order.forEach(in: part.rows) { position, slot in
      singles[slot] = part.run.start + position
      return true
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
    return .many(singles, runs)
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

  /// Sorts picks by their places.
  ///
  /// - Complexity: O(k log k) for k picks; O(positions of the runs) if there are several, some in runs
  static func sort(_ picks: inout [Pick]) {
    if picks.count < 2 { return }
    var numbers: [UInt32: Int] = [:]
    var runs: [ObjectIdentifier: (run: Run, slots: [UInt32])] = [:]
    for pick in picks {
      switch pick.place {
      case .number(let number): numbers[pick.slot] = number
      case .run(let run): runs[ObjectIdentifier(run), default: (run, [])].slots.append(pick.slot)
      }
    }
    for (run, slots) in runs.values {
      let set = RowSet(slots, universe: Int(slots.max() ?? 0) + 1)
      run.order.forEach(in: set) { position, slot in
        numbers[slot] = run.start + position
        return true
      }
    }
    picks.sort { numbers[$0.slot, default: 0] < numbers[$1.slot, default: 0] }
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

/// New slots for the picks of a selection and its history.
struct PickRenumbering {
  /// The new slot by the old one, past all others if the row is gone.
  let places: [UInt32]
  /// The number of new slots.
  let universe: Int
  private var runs: [ObjectIdentifier: PickOrder.Run] = [:]

  /// What stands for no slot.
  static let gone = UInt32.max

  init(places: [UInt32], universe: Int) {
    self.places = places
    self.universe = universe
  }

  func slot(_ slot: UInt32) -> UInt32? {
    places[Int(slot)] == Self.gone ? nil : places[Int(slot)]
  }

  func singles(_ singles: [UInt32: Int]) -> [UInt32: Int] {
    var renumbered: [UInt32: Int] = [:]
    for (old, number) in singles { if let slot = slot(old) { renumbered[slot] = number } }
    return renumbered
  }

  mutating func part(_ part: PickOrder.Part) -> PickOrder.Part {
    var rows = RowSet(universe: universe)
    part.rows.forEach { if let slot = slot($0) { rows[slot] = true } }
    return PickOrder.Part(run: run(part.run), rows: rows, count: rows.count)
  }

  /// A run with the new slots at the same positions.
  mutating func run(_ run: PickOrder.Run) -> PickOrder.Run {
    if let known = runs[ObjectIdentifier(run)] { return known }
    var slots = [UInt32](repeating: Self.gone, count: run.order.count)
    run.order.forEach(in: RowSet(all: places.count)) { position, old in
      slots[position] = places[Int(old)]
      return true
    }
    let renumbered = PickOrder.Run(start: run.start, order: .slots(slots))
    runs[ObjectIdentifier(run)] = renumbered
    return renumbered
  }

  mutating func picks(_ picks: PickOrder.Picks) -> PickOrder.Picks {
    switch picks {
    case .few(let list):
      var renumbered: [PickOrder.Pick] = []
      for pick in list {
        guard let slot = slot(pick.slot) else { continue }
        if case .run(let run) = pick.place {
          renumbered.append(.init(slot: slot, place: .run(self.run(run))))
        } else {
          renumbered.append(.init(slot: slot, place: pick.place))
        }
      }
      return .few(renumbered)
    case .many(let singles, let parts):
      return .many(self.singles(singles), parts.map { part($0) })
    }
  }
}
