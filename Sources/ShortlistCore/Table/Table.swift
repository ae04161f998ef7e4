/// The rows of a list: a column for each attribute, over dense slots.
public struct Table: Sendable {
  /// What the rows were read from.
  public let path: String
  /// The attributes.
  public let schema: Schema
  /// The number of rows.
  public let count: Int
  let columns: [Column]
  private var ids: IDIndex?

  init(path: String, schema: Schema, columns: [Column], count: Int) {
    self.path = path
    self.schema = schema
    self.columns = columns
    self.count = count
  }

  /// The name of the attribute that identifies rows; nil if it is their number.
  public var idAttribute: String? { ids.map { schema.entries[$0.attribute].name } }

  /// The number of chunks.
  var chunks: Int { Chunk.count(for: count) }

  /// The column of an attribute.
  ///
  /// - Precondition: There is such an attribute.
  func column(_ name: String) -> Column {
    guard let index = schema.index(of: name) else {
      preconditionFailure("\(path) has no attribute \(name)")
    }
    return columns[index]
  }

  /// The values of a row.
  func row(_ slot: UInt32) -> Row { columns.map { $0.value(slot) } }

  /// The id of a row.
  func id(_ slot: UInt32) -> RowID {
    guard let ids else { return .integer(Int(slot) + 1) }
    return RowID(columns[ids.attribute].value(slot)) ?? .integer(Int(slot) + 1)
  }

  /// The row that has an id, nil if there is none.
  ///
  /// - Complexity: O(1) on average
  func slot(of id: RowID) -> UInt32? {
    if let ids { return ids.slot(of: id) { self.id($0) } }
    guard case .integer(let number) = id, number >= 1, number <= count else { return nil }
    return UInt32(number - 1)
  }

  /// Chooses what identifies rows: the attribute asked for, else one called `id`, else the number.
  ///
  /// Only the ids of the first `end` rows are looked at.
  mutating func identify(by asked: String?, before end: Int, line: (Int) -> Int) throws {
    let name = asked ?? "id"
    guard let attribute = schema.index(of: name) else {
      if asked == nil { return }
      throw InvalidRequest("id: \(path) has no attribute \(name)")
    }
    switch schema.entries[attribute].type {
    case .boolean, .list:
      let type = schema.entries[attribute].type.rawValue
      throw InvalidRequest("id: the attribute \(name) is a \(type) and cannot identify rows")
    case .text, .integer, .number, .date: break
    }
    var index = IDIndex(attribute: attribute, capacity: count)
    for slot in 0..<UInt32(end) {
      guard let id = RowID(columns[attribute].value(slot)) else {
        throw SourceError(path: path, line: line(Int(slot)), reason: "a row without \(name)")
      }
      let isNew = index.insert(slot, id) { RowID(columns[attribute].value($0)) }
      guard isNew else {
        throw SourceError(
          path: path, line: line(Int(slot)), reason: "the \(name) \(id) occurs twice")
      }
    }
    ids = index
  }
}

/// Finds the slot of an id: a hash table of slots with open addressing; the ids themselves are in
/// the column.
private struct IDIndex: Sendable {
  /// The attribute that the ids are values of.
  let attribute: Int
  /// Slots plus one; 0 is a free place.
  private var places: [UInt32]

  init(attribute: Int, capacity: Int) {
    self.attribute = attribute
    var size = 16
    while size < capacity * 3 / 2 { size *= 2 }
    places = Array(repeating: 0, count: size)
  }

  /// The slot that has `id`; `idOf` gives the id of a slot.
  func slot(of id: RowID, _ idOf: (UInt32) -> RowID?) -> UInt32? {
    let found = places[place(of: id, idOf)]
    return found == 0 ? nil : found - 1
  }

  /// Adds a slot with its id; false if another slot has it already.
  mutating func insert(_ slot: UInt32, _ id: RowID, _ idOf: (UInt32) -> RowID?) -> Bool {
    let place = place(of: id, idOf)
    if places[place] != 0 { return false }
    places[place] = slot + 1
    return true
  }

  private func place(of id: RowID, _ idOf: (UInt32) -> RowID?) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: Self.hash(id)) & mask
    while places[place] != 0, idOf(places[place] - 1) != id { place = (place + 1) & mask }
    return place
  }

  private static func hash(_ id: RowID) -> UInt64 {
    switch id {
    case .integer(let integer): Bytes.hash(integer)
    case .number(let number): Bytes.hash(Int(truncatingIfNeeded: number.bitPattern))
    case .text(let text): Bytes.hash(Array(text.utf8).span)
    }
  }
}
