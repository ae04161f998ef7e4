import Synchronization

/// The items of a picker by id: stored, created from the rows of the list on demand, or kept with
/// the rows, as those that several lists share.
///
/// Stored items change only together with the rows, on the actor that owns the list.
package final class ItemStore<Item: Identifiable & Sendable>: Sendable {
  private let items = Mutex<[RowID: Item]>([:])
  /// Items that a suggestion may insert.
  private let prepared = Mutex<[RowID: Item]>([:])
  private let makeItem: (@Sendable (RowID, ListSchema, [CellValue]) -> Item)?
  /// Whether the rows have the items.
  private let isOfRows: Bool
  /// The `==` of the items; nil if they are not `Equatable`.
  private let equals = equality(of: Item.self)

  /// Creates a store that keeps items, or that creates them from rows if `makeItem` is given.
  init(makeItem: (@Sendable (RowID, ListSchema, [CellValue]) -> Item)? = nil) {
    self.makeItem = makeItem
    isOfRows = false
  }

  /// Creates the store of a list whose rows have the items.
  private init(isOfRows: Bool) {
    makeItem = nil
    self.isOfRows = isOfRows
  }

  /// A store for a list whose rows have the items.
  static var ofRows: ItemStore { ItemStore(isOfRows: true) }

  /// The item of an existing row.
  subscript(id: RowID, rows: any RowReading) -> Item {
    guard let item = find(id, rows) else {
      preconditionFailure("The list has a row \(id) that the picker was not given.")
    }
    return item
  }

  /// Returns the item with an id; nil if there is none.
  package func find(_ id: RowID, _ rows: any RowReading) -> Item? {
    if isOfRows { return rows.item(id, as: Item.self) }
    guard let makeItem else { return items.withLock { $0[id] } }
    return rows.row(id).map { makeItem(id, rows.schema, $0) }
  }

  /// Returns the stored item with an id; nil if there is none.
  func current(_ id: RowID) -> Item? { items.withLock { $0[id] } }

  /// Returns the item of a row as a selection filter sees it; nil if there is none.
  func find(_ row: SelectionItem) -> Item? {
    if let makeItem { return makeItem(row.id, row.schema, row.values) }
    // A suggestion asks before it inserts its item.
    let known = isOfRows ? row.item as? Item : items.withLock { $0[row.id] }
    return known ?? prepared.withLock { $0[row.id] }
  }

  /// Returns the items of existing rows.
  func all(_ ids: [RowID], _ rows: any RowReading) -> [Item] {
    let found =
      if isOfRows {
        rows.items(ids, as: Item.self)
      } else if makeItem != nil {
        ids.compactMap { find($0, rows) }
      } else {
        items.withLock { items in ids.compactMap { items[$0] } }
      }
    precondition(
      found.count == ids.count, "The list has rows that the picker was not given: \(ids.count).")
    return found
  }

  /// Whether an update with an item changes the stored one: an `Equatable` item that equals it does
  /// not, any other does.
  func isChanged(by item: Item, _ id: RowID) -> Bool { comparison?(item, id) ?? true }

  /// Returns the same for an item that a table has.
  func isChanged(by item: Item, _ id: RowID, in table: RowTable) -> Bool {
    guard let equals, let known = table.item(id, as: Item.self) else { return true }
    return !equals(known, item)
  }

  /// Returns whether an item differs from the one in a table; nil if the items are not `Equatable`.
  func comparison(with table: RowTable) -> (@Sendable (Item, RowID) -> Bool)? {
    guard let equals else { return nil }
    return { item, id in table.item(id, as: Item.self).map { !equals($0, item) } ?? true }
  }

  /// Returns whether an item differs from the one that is stored now under an id; nil if the items
  /// are not `Equatable`.
  var comparison: (@Sendable (Item, RowID) -> Bool)? {
    guard let equals else { return nil }
    let known = items.withLock { $0 }
    return { item, id in known[id].map { !equals($0, item) } ?? true }
  }

  /// Replaces all items.
  func fill(with others: [Item], _ form: ItemForm<Item>) {
    var known: [RowID: Item] = [:]
    known.reserveCapacity(others.count)
    for item in others { known[form.rowID(of: item)] = item }
    items.withLock { $0 = known }
  }

  /// Returns the prepared item with an id, and forgets it.
  func takePrepared(_ id: RowID) -> Item? { prepared.withLock { $0.removeValue(forKey: id) } }

  /// Remembers an item that a suggestion may insert; returns the values of its row.
  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues {
    let id = form.rowID(of: item)
    prepared.withLock { $0[id] = item }
    return form.insertion(of: item)
  }

  /// Stores the prepared item with this id, and forgets the others.
  func insertPrepared(_ id: RowID?) {
    let prepared = prepared.withLock { prepared in
      defer { prepared = [:] }
      return prepared
    }
    if let id, let item = prepared[id] { items.withLock { $0[id] = item } }
  }

  /// Forgets the prepared items.
  func forgetPrepared() { prepared.withLock { $0 = [:] } }

  /// Modifies the stored items.
  func change(_ body: (inout [RowID: Item]) -> Void) { items.withLock { body(&$0) } }
}

/// Returns the `==` of a type; nil if it is not `Equatable`.
private func equality<Value>(of type: Value.Type) -> (@Sendable (Value, Value) -> Bool)? {
  func equality<Known: Equatable & SendableMetatype>(of type: Known.Type)
    -> @Sendable (Value, Value) -> Bool
  {
    { a, b in a as? Known == b as? Known }
  }
  guard let known = type as? any (Equatable & SendableMetatype).Type else { return nil }
  return equality(of: known)
}
