import Synchronization

/// The items of a picker by their ids.
///
/// They change only where the rows do, on the actor that owns the list.
final class ItemStore<Item: Sendable>: Sendable {
  private let items = Mutex<[RowID: Item]>([:])

  /// The item of a row that is there.
  subscript(id: RowID) -> Item {
    guard let item = find(id) else {
      preconditionFailure("The list has a row \(id) that the picker was not given.")
    }
    return item
  }

  /// The item of an id, nil if there is none.
  func find(_ id: RowID) -> Item? { items.withLock { $0[id] } }

  /// The items of rows that are there.
  func all(_ ids: [RowID]) -> [Item] {
    let found = items.withLock { items in ids.compactMap { items[$0] } }
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
