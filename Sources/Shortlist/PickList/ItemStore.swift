import Synchronization

/// The items of a picker by their ids: kept, or made of the rows of the list.
///
/// Items that are kept change only where the rows do, on the actor that owns the list.
final class ItemStore<Item: Sendable>: Sendable {
  private let items = Mutex<[RowID: Item]>([:])
  private let makeItem: (@Sendable (RowID, ListEngine) -> Item?)?

  /// Keeps items, or makes them of rows.
  init(makeItem: (@Sendable (RowID, ListEngine) -> Item?)? = nil) { self.makeItem = makeItem }

  /// Whether it keeps items.
  var keepsItems: Bool { makeItem == nil }

  /// The item of a row that is there.
  subscript(id: RowID, engine: ListEngine) -> Item {
    guard let item = find(id, engine) else {
      preconditionFailure("The list has a row \(id) that the picker was not given.")
    }
    return item
  }

  /// The item of an id, nil if there is none.
  func find(_ id: RowID, _ engine: ListEngine) -> Item? {
    if let makeItem { makeItem(id, engine) } else { items.withLock { $0[id] } }
  }

  /// The items of rows that are there.
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

  /// Puts items in the place of all.
  func fill(with others: [Item], _ form: ItemForm<Item>) {
    var known: [RowID: Item] = [:]
    known.reserveCapacity(others.count)
    for item in others { known[form.rowID(of: item)] = item }
    items.withLock { $0 = known }
  }

  /// Puts items in and takes others out.
  func change(_ body: (inout [RowID: Item]) -> Void) { items.withLock { body(&$0) } }
}
