/// Finds the slot of an id: a hash table of slots with open addressing; the ids themselves are in
/// the column.
struct IDIndex: Sendable {
  /// Gives the id of a slot that is in the index.
  typealias IDOf = (UInt32) -> RowID?

  /// The attribute that the ids are values of.
  let attribute: Int
  /// The ids of so many slots from the first on are ascending whole numbers, which are found without
  /// the hash table.
  private(set) var sortedSlots = 0
  /// Slots plus one; 0 is a free place.
  private(set) var places: [UInt32]
  private var count = 0

  init(attribute: Int, capacity: Int) {
    self.attribute = attribute
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
  }

  /// An index of slots whose ids are ascending whole numbers.
  init(attribute: Int, sortedSlots: Int) {
    self.init(attribute: attribute, capacity: 0)
    self.sortedSlots = sortedSlots
  }

  /// The slot that has `id`, nil if none has.
  func slot(of id: RowID, _ idOf: IDOf) -> UInt32? {
    let found = places[place(of: id, idOf)]
    return found == 0 ? nil : found - 1
  }

  /// Adds a slot with its id; false if another slot has it already.
  mutating func insert(_ slot: UInt32, _ id: RowID, _ idOf: IDOf) -> Bool {
    if (count + 1) * 4 > places.count * 3 { grow(idOf) }
    let place = place(of: id, idOf)
    if places[place] != 0 { return false }
    places[place] = slot + 1
    count += 1
    return true
  }

  /// Takes out the slot that has `id`.
  ///
  /// - Precondition: There is one.
  mutating func remove(_ id: RowID, _ idOf: IDOf) {
    let mask = places.count - 1
    var hole = place(of: id, idOf)
    precondition(places[hole] != 0, "the id \(id) is not in the index")
    places[hole] = 0
    count -= 1
    // Those after it that were pushed on by it move back, so that they are found again (Knuth, The
    // Art of Computer Programming, volume 3, algorithm 6.4R).
    var next = (hole + 1) & mask
    while places[next] != 0 {
      let home = idOf(places[next] - 1).map { Self.hash($0, mask) } ?? next
      if (next - home) & mask >= (next - hole) & mask {
        places[hole] = places[next]
        places[next] = 0
        hole = next
      }
      next = (next + 1) & mask
    }
  }

  private mutating func grow(_ idOf: IDOf) {
    var grown = IDIndex(attribute: attribute, capacity: places.count)
    grown.sortedSlots = sortedSlots
    for place in places where place != 0 {
      guard let id = idOf(place - 1) else { continue }
      _ = grown.insert(place - 1, id, idOf)
    }
    self = grown
  }

  private func place(of id: RowID, _ idOf: IDOf) -> Int {
    let mask = places.count - 1
    var place = Self.hash(id, mask)
    while places[place] != 0, idOf(places[place] - 1) != id { place = (place + 1) & mask }
    return place
  }

  private static func hash(_ id: RowID, _ mask: Int) -> Int {
    let hash =
      switch id {
      case .integer(let integer): Bytes.hash(integer)
      case .number(let number): Bytes.hash(Int(truncatingIfNeeded: number.bitPattern))
      case .text(let text): Bytes.hash(Array(text.utf8).span)
      }
    return Int(truncatingIfNeeded: hash) & mask
  }
}
