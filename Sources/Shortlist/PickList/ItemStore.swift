import Synchronization

/// The items of a picker by id, either stored or created from the rows of the list on demand.
///
/// Stored items change only together with the rows, on the actor that owns the list.
final class ItemStore<Item: Sendable>: Sendable {
  private let items = Mutex<[RowID: Item]>([:])
  private let makeItem: (@Sendable (RowID, ListEngine) -> Item?)?

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
