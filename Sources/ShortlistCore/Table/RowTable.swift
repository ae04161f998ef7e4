/// The rows of a list, stored as one column per attribute over dense slots.
///
/// Slots are assigned in source order and are not reused before the table is compacted: a deleted
/// row leaves an empty slot. Every sort breaks ties by slot, and thus by source order. If the
/// source orders its rows by a key, the key breaks ties.
package struct RowTable: Sendable {
  /// The path or name of the source.
  package let path: String
  /// The attributes.
  package let schema: ListSchema
  /// The number of rows.
  package internal(set) var count: Int
  /// The number of slots, including empty ones.
  var slots: Int
  /// The slots that hold a row.
  var rows: RowSet
  var columns: [Column]
  var identity: Identity
  /// The columns that the source orders its rows by; empty if the source order is the order of
  /// reading.
  var keyColumns: [Int] = []
  /// Whether compaction has moved rows to other slots than those that they were read into.
  var isCompacted = false
  /// Whether the slots are in source order.
  var isInOrder = true
  /// The number of pooled texts that may be unused, and the bytes of replaced or deleted texts.
  var stale = (texts: 0, bytes: 0)
  /// The total size of the texts in bytes when the table was created.
  let textBytes: Int
  /// An upper bound on the size of any chunk or pool of texts in bytes.
  var textBound: Int
  /// The number of times that reading started over; tables of different attempts have unrelated
  /// rows.
  package var starts = 0
  /// The items of an app that the rows stand for; nil if they stand for none.
  package var items: (any SlotItems)?
  /// The blocks of the index file that the rows come from; nil for rows from other sources.
  var store: BlockStore?
  /// The state of the rows, if several lists share them.
  package internal(set) var version = TableVersion()

  /// The identity of rows.
  enum Identity: Sendable {
    /// The value of an attribute.
    case attribute(IDIndex)
    /// The row number, assigned when the row was read or inserted.
    case number(RowNumbers)
  }

  init(path: String, schema: ListSchema, columns: [Column], count: Int) {
    self.init(
      path: path, schema: schema, columns: columns, count: count,
      identity: .number(RowNumbers(count: count)),
      textBytes: columns.reduce(0) { $0 + $1.textBytes },
      textBound: columns.reduce(0) { max($0, $1.textLoad) }, store: nil)
  }

  /// Creates a table without reading its columns, which are in an index file if there is a store.
  init(
    path: String, schema: ListSchema, columns: [Column], count: Int, identity: Identity,
    textBytes: Int, textBound: Int, store: BlockStore?
  ) {
    self.path = path
    self.schema = schema
    self.columns = columns
    self.count = count
    slots = count
    rows = RowSet(all: count)
    self.identity = identity
    self.textBytes = textBytes
    self.textBound = textBound
    self.store = store
  }

  /// The error of the index file that the rows come from, if a part of it could not be read: what
  /// is computed of the rows since then is wrong.
  package var failure: SourceError? { store?.failure }

  /// The name of the id attribute; nil if row numbers identify the rows.
  package var idAttribute: String? {
    guard case .attribute(let ids) = identity, ids.attribute < schema.entries.count else {
      return nil
    }
    return schema.entries[ids.attribute].name
  }

  /// The number of the next row that is inserted; 0 if an attribute identifies the rows.
  var nextNumber: Int { if case .number(let numbers) = identity { numbers.next } else { 0 } }

  /// The number of chunks.
  var chunks: Int { Chunk.count(for: slots) }

  /// Returns the column of an attribute.
  ///
  /// - Precondition: The attribute exists.
  func column(_ name: String) -> Column { columns[index(of: name)] }

  /// Returns the column of an attribute, with all chunks in full storage.
  ///
  /// - Precondition: The attribute exists.
  func wholeColumn(_ name: String) -> Column { column(name).whole(slots) }

  /// Returns the column index of an attribute.
  ///
  /// - Precondition: The attribute exists.
  func index(of name: String) -> Int {
    guard let index = schema.index(of: name) else {
      preconditionFailure("\(path) has no attribute \(name)")
    }
    return index
  }

  /// Returns the values of a row.
  func row(_ slot: UInt32) -> [CellValue] {
    schema.entries.indices.map { columns.span[$0].value(slot) }
  }

  /// Returns the id of a row.
  func id(_ slot: UInt32) -> RowID {
    switch identity {
    case .number(let numbers): return .integer(numbers.number(of: slot))
    case .attribute(let ids):
      guard let id = RowID(columns.span[ids.attribute].value(slot)) else {
        if let store {
          // This id is never returned, because the request that reads it fails.
          store.fail(.malformed(path))
          return .integer(Int(slot) + 1)
        }
        preconditionFailure("the row in slot \(slot) of \(path) has no id")
      }
      return id
    }
  }

  /// Returns the slot of the row with an id, or nil if there is none.
  ///
  /// - Complexity: O(1) on average; O(log n) for row numbers and ascending integer ids
  func slot(of id: RowID) -> UInt32? {
    switch identity {
    case .attribute(let ids):
      let attribute = ids.attribute
      let found = ids.slot(of: id) { RowID(columns.span[attribute].value($0)) }
      if let found { return found }
      guard ids.sortedSlots > 0, case .integer(let number) = id,
        let slot = columns.span[attribute].slot(of: number, below: ids.sortedSlots)
      else { return nil }
      return rows[slot] ? slot : nil
    case .number(let numbers):
      // Numbers of rows that one transaction inserted and deleted have no slot.
      guard case .integer(let number) = id, let slot = numbers.slot(of: number), slot < slots
      else { return nil }
      return rows[slot] ? slot : nil
    }
  }

  /// Sets the row identity: the requested attribute, else an attribute called `id`, else the row
  /// number.
  ///
  /// Only the ids of the first `end` rows are checked.
  mutating func identify(by requested: String?, before end: Int, line: (Int) -> Int) throws {
    let name = requested ?? "id"
    guard let attribute = schema.index(of: name) else {
      if requested == nil { return }
      throw InvalidRequestError("id: \(schema.unknown(name))")
    }
    switch schema.entries[attribute].type {
    case .boolean, .list:
      let type = schema.entries[attribute].type.rawValue
      throw InvalidRequestError("id: the attribute \(name) is a \(type) and cannot identify rows")
    case .text, .integer, .number, .date: break
    }
    try identify(byColumn: attribute, called: name, before: end, line: line)
  }

  /// Identifies rows by the values of a column.
  mutating func identify(
    byColumn attribute: Int, called name: String, before end: Int, line: (Int) -> Int
  ) throws {
    if end == count, case .integer(let flat) = columns[attribute], flat.isAscending(count) {
      identity = .attribute(IDIndex(attribute: attribute, sortedSlots: count))
      return
    }
    var index = IDIndex(attribute: attribute, capacity: count)
    let columns = [columns[attribute].loaded]
    for slot in 0..<UInt32(end) {
      guard let id = RowID(columns.span[0].value(slot)) else {
        throw SourceError(
          path: path, line: line(Int(slot)),
          reason: "a row has no value in \(name), which identifies the rows")
      }
      let isNew = index.insert(slot, id) { RowID(columns.span[0].value($0)) }
      guard isNew else {
        throw SourceError(
          path: path, line: line(Int(slot)), reason: "the \(name) \(id) occurs twice")
      }
    }
    identity = .attribute(index)
  }
}
