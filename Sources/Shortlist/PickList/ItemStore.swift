import Synchronization

/// The items of a picker by id, either stored or created from the rows of the list on demand.
///
/// Stored items change only together with the rows, on the actor that owns the list.
final class ItemStore<Item: Identifiable & Sendable>: Sendable {
  private let items = Mutex<[RowID: Item]>([:])
  private let makeItem: (@Sendable (RowID, ListEngine) -> Item?)?
  /// The `==` of the items; nil if they are not `Equatable`.
  private let equals = equality(of: Item.self)

  /// Creates a store that keeps items, or that creates them from rows if `makeItem` is given.
  init(makeItem: (@Sendable (RowID, ListEngine) -> Item?)? = nil) { self.makeItem = makeItem }

  /// Whether the store keeps items.
  var keepsItems: Bool { makeItem == nil }

  /// The item of an existing row.
  subscript(id: RowID, engine: ListEngine) -> Item {
    guard let item = find(id, engine) else {
      preconditionFailure("The list has a row \(id) that the picker was not given.")
    }
    return item
  }

  /// Returns the item with an id; nil if there is none.
  func find(_ id: RowID, _ engine: ListEngine) -> Item? {
    if let makeItem { makeItem(id, engine) } else { items.withLock { $0[id] } }
  }

  /// Returns the items of existing rows.
  func all(_ ids: [RowID], _ engine: ListEngine) -> [Item] {
    let found =
      if let makeItem {
        ids.compactMap { makeItem($0, engine) }
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
