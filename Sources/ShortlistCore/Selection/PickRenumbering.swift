/// A mapping from old to new slots for a selection and its history.
struct PickRenumbering {
  /// The new slot for each old slot; `gone` if the row no longer exists.
  let places: [UInt32]
  /// The number of new slots.
  let universe: Int
  private var runs: [ObjectIdentifier: PickOrder.Run] = [:]

  /// The marker for "no slot".
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

  /// Returns a run with the new slots at the same positions.
  mutating func run(_ run: PickOrder.Run) -> PickOrder.Run {
    if let known = runs[ObjectIdentifier(run)] { return known }
    var slots = [UInt32](repeating: Self.gone, count: run.order.count)
    var positions = [Int?](repeating: nil, count: universe)
    run.order.forEach(in: RowSet(all: places.count)) { position, old in
      guard let slot = slot(old) else { return true }
      // Several old slots can belong to a row that has moved; only its last position is valid.
      if let former = positions[Int(slot)] { slots[former] = Self.gone }
      slots[position] = slot
      positions[Int(slot)] = position
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
