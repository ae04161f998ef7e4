/// A hash table from ids to slots, with open addressing; the ids themselves are in the column.
struct IDIndex: Sendable {
  /// Returns the id of a slot in the index.
  typealias IDOf = (UInt32) -> RowID?

  /// The attribute whose values are the ids.
  let attribute: Int
  /// The number of leading slots whose ids are ascending integers; they are found by search in the
  /// column and are not in the hash table.
  private(set) var sortedSlots = 0
  /// Each entry is a slot plus one; 0 marks a free entry.
  private var places: [UInt32]
  /// The hash table of an index file, until the index changes; `places` is empty meanwhile.
  private var stored: Deferred<[UInt32]>?
  /// The number of slots in the hash table.
  private(set) var count = 0

  init(attribute: Int, capacity: Int) {
    self.attribute = attribute
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
  }

  /// Creates an index of slots whose ids are ascending integers.
  init(attribute: Int, sortedSlots: Int) {
    self.init(attribute: attribute, capacity: 0)
    self.sortedSlots = sortedSlots
  }

  /// Creates an index whose hash table is read when it is needed.
  ///
  /// - Precondition: The hash table has entries that are free.
  init(attribute: Int, count: Int, stored: Deferred<[UInt32]>) {
    self.attribute = attribute
    (self.count, self.stored) = (count, stored)
    places = []
  }

  /// The hash table, which is read now if it was not before.
  var table: [UInt32] { stored?.value ?? places }

  /// The hash table if it is in memory, else an empty one.
  var kept: [UInt32] { stored.map { $0.made ?? [] } ?? places }

  /// Takes the hash table into memory, to change it.
  private mutating func own() {
    guard let stored else { return }
    places = stored.value
    self.stored = nil
  }

  /// Returns the slot of `id` from the hash table, or nil if there is none.
  func slot(of id: RowID, _ idOf: IDOf) -> UInt32? {
    if stored != nil { return Self.slot(of: id, in: table, idOf) }
    return Self.slot(of: id, in: places, idOf)
  }

  private static func slot(of id: RowID, in places: [UInt32], _ idOf: IDOf) -> UInt32? {
    let found = places[place(of: id, in: places, idOf)]
    return found == 0 ? nil : found - 1
  }

  /// Inserts a slot with its id; returns false if another slot has that id.
  mutating func insert(_ slot: UInt32, _ id: RowID, _ idOf: IDOf) -> Bool {
    own()
    if (count + 1) * 4 > places.count * 3 { grow(idOf) }
    let place = Self.place(of: id, in: places, idOf)
    if places[place] != 0 { return false }
    places[place] = slot + 1
    count += 1
    return true
  }

  /// Removes the slot of `id`; returns false if the hash table does not contain it.
  mutating func remove(_ id: RowID, _ idOf: IDOf) -> Bool {
    own()
    let mask = places.count - 1
    var hole = Self.place(of: id, in: places, idOf)
    if places[hole] == 0 { return false }
    places[hole] = 0
    count -= 1
    // Move back the entries that were displaced past the hole, so that lookups still find them
    // (Knuth, The Art of Computer Programming, volume 3, algorithm 6.4R).
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
    return true
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

  private static func place(of id: RowID, in places: [UInt32], _ idOf: IDOf) -> Int {
    let mask = places.count - 1
    var place = hash(id, mask)
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
