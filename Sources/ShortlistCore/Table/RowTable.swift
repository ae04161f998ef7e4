/// The rows of a list: a column for each attribute, over dense slots.
///
/// Slots are given in source order and, until the table is compacted, never again: a row that is
/// deleted leaves an empty slot behind. Ties of every sort are broken by slot, and so by source
/// order. Of a source that orders its rows by a key, ties are broken by the key.
public struct RowTable: Sendable {
  /// What the rows were read from.
  public let path: String
  /// The attributes.
  public let schema: ListSchema
  /// The number of rows.
  public internal(set) var count: Int
  /// The number of slots, empty ones included.
  var slots: Int
  /// The slots that have a row.
  var rows: RowSet
  var columns: [Column]
  var identity: Identity
  /// The columns that the source orders its rows by; none if it is the order in which it has them.
  var keyColumns: [Int] = []
  /// Whether rows have other slots than those that they were read into.
  var isCompacted = false
  /// Whether the slots are in source order.
  var isInOrder = true
  /// Texts that take up room and that perhaps no row has any more, and the bytes of texts that were
  /// replaced or deleted.
  var stale = (texts: 0, bytes: 0)
  /// The bytes of all texts when the table was made.
  let textBytes: Int
  /// No chunk or pool of texts has more bytes.
  var textBound: Int
  /// How often its reading was begun anew: rows of another attempt are others.
  package var starts = 0

  /// What identifies a row.
  enum Identity: Sendable {
    /// The value of an attribute.
    case attribute(IDIndex)
    /// The number of the row, as counted when it was read or inserted.
    case number(RowNumbers)
  }

  init(path: String, schema: ListSchema, columns: [Column], count: Int) {
    self.path = path
    self.schema = schema
    self.columns = columns
    self.count = count
    slots = count
    rows = RowSet(all: count)
    textBytes = columns.reduce(0) { $0 + $1.textBytes }
    textBound = columns.reduce(0) { max($0, $1.textLoad) }
    identity = .number(RowNumbers(count: count))
  }

  /// The name of the attribute that identifies rows; nil if it is their number.
  public var idAttribute: String? {
    guard case .attribute(let ids) = identity, ids.attribute < schema.entries.count else {
      return nil
    }
    return schema.entries[ids.attribute].name
  }

  /// The number of chunks.
  var chunks: Int { Chunk.count(for: slots) }

  /// The column of an attribute.
  ///
  /// - Precondition: There is such an attribute.
  func column(_ name: String) -> Column { columns[index(of: name)] }

  /// The column of an attribute, with all chunks in full.
  ///
  /// - Precondition: There is such an attribute.
  func wholeColumn(_ name: String) -> Column { column(name).whole(slots) }

  /// The index of the column of an attribute.
  ///
  /// - Precondition: There is such an attribute.
  func index(of name: String) -> Int {
    guard let index = schema.index(of: name) else {
      preconditionFailure("\(path) has no attribute \(name)")
    }
    return index
  }

  /// The values of a row.
  func row(_ slot: UInt32) -> [CellValue] {
    schema.entries.indices.map { columns[$0].value(slot) }
  }

  /// The id of a row.
  func id(_ slot: UInt32) -> RowID {
    switch identity {
    case .number(let numbers): return .integer(numbers.number(of: slot))
    case .attribute(let ids):
      guard let id = RowID(columns[ids.attribute].value(slot)) else {
        preconditionFailure("the row in slot \(slot) of \(path) has no id")
      }
      return id
    }
  }

  /// The row that has an id, nil if there is none.
  ///
  /// - Complexity: O(1) on average; O(log n) if rows are known by their numbers, or by ascending ones
  func slot(of id: RowID) -> UInt32? {
    switch identity {
    case .attribute(let ids):
      let column = columns[ids.attribute]
      if let slot = ids.slot(of: id, { RowID(column.value($0)) }) { return slot }
      guard ids.sortedSlots > 0, case .integer(let number) = id, case .integer(let flat) = column,
        let slot = flat.slot(of: number, below: ids.sortedSlots)
      else { return nil }
      return rows[slot] ? slot : nil
    case .number(let numbers):
      // Numbers that were given and taken back in one transaction have no slot.
      guard case .integer(let number) = id, let slot = numbers.slot(of: number), slot < slots
      else { return nil }
      return rows[slot] ? slot : nil
    }
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
    try identify(byColumn: attribute, called: name, before: end, line: line)
  }

  /// Takes the values of a column for the ids of rows.
  mutating func identify(
    byColumn attribute: Int, called name: String, before end: Int, line: (Int) -> Int
  ) throws {
    if end == count, case .integer(let flat) = columns[attribute], flat.isAscending(count) {
      identity = .attribute(IDIndex(attribute: attribute, sortedSlots: count))
      return
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
    identity = .attribute(index)
  }
}
