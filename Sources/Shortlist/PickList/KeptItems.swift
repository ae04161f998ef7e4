import Synchronization

/// The items that a database keeps for a picker, as a store of rows.
package final class KeptItems<Item: Identifiable & Sendable>: DeliveringRowStore
where Item.ID: PickListID {
  private let keeper: any ItemKeeper<Item>
  let form: ItemForm<Item>
  /// The items that belong to the rows of the list.
  let items = ItemStore<Item>()
  /// The failures of the picker.
  let failures = ListSignal<PickListError>()
  /// The items of changes that the list has not applied yet; nil for those that are gone.
  private let fresh = Mutex<[(id: RowID, item: Item?)]>([])
  /// New items that a row operation may insert.
  private let prepared = Mutex<[RowID: Item]>([:])

  init(_ keeper: any ItemKeeper<Item>, form: ItemForm<Item>) {
    self.keeper = keeper
    self.form = form
  }

  package var wakeups: Wakeups { keeper.wakeups }

  /// Reads all items.
  ///
  /// - Returns: The rows of the items.
  /// - Throws: `SourceError` if they cannot be read, or if two items have the same id.
  func read() async throws -> RowTable {
    let all = try await keeper.read()
    let table = try await form.table(of: all.items)
    items.fill(with: all.items, form)
    if let problem = all.problem { failures.recordForFirst(problem) }
    return table
  }

  package func foreignChanges(in table: RowTable) async throws -> StoredChanges {
    stored(try await keeper.changes())
  }

  /// Carries out steps as one transaction.
  ///
  /// - Throws: `RefusedStepError`
  func write(_ steps: [ItemStep<Item>]) async throws -> StoreOutcome {
    let (foreign, own, inserted) = try await keeper.write(steps)
    // What the transaction wrote is compared with what the list shows, which others' commits have
    // not changed yet.
    let written = Set(
      own.items.map { form.rowID(of: $0) } + own.gone.map { form.rowID($0.rowID) })
    return StoreOutcome(
      foreign: stored(foreign, except: written), own: stored(own),
      inserted: inserted.map { form.rowID($0.rowID) })
  }

  /// Carries out operations on rows: inserts prepared items, and deletes items.
  package func write(_ operations: [RowOperation], in table: RowTable) async throws -> StoreOutcome
  {
    let steps = try operations.enumerated().map { index, operation -> ItemStep<Item> in
      let known =
        switch operation {
        case .insert(let values):
          values.members.last { Attribute($0.name) == Attribute(form.id.name) }.flatMap {
            RowID($0.value)
          }
          .flatMap { id in prepared.withLock { $0.removeValue(forKey: id) } }
          .map(ItemStep.insert)
        case .delete(let id): items.current(id).map(ItemStep.delete)
        case .update: nil as ItemStep<Item>?
        }
      guard let known else {
        throw WriteError(index: index, reason: "the picker has no item for the row")
      }
      return known
    }
    return try await write(steps)
  }

  /// Remembers an item that a row operation with these values inserts.
  package func prepare(_ item: Item) -> RowValues {
    prepared.withLock { $0 = [form.rowID(of: item): item] }
    return form.values(of: item)
  }

  func deliver() {
    let fresh = fresh.withLock { fresh in
      defer { fresh = [] }
      return fresh
    }
    if fresh.isEmpty { return }
    items.change { items in
      for (id, item) in fresh { items[id] = item }
    }
  }

  /// Returns the steps that replace all items by others.
  func steps(replacing table: RowTable, by others: [Item]) -> [ItemStep<Item>] {
    var left = Set(table.allIDs)
    var changes: [ItemStep<Item>] = []
    for item in others {
      let id = form.rowID(of: item)
      if left.remove(id) == nil {
        changes.append(.insert(item))
      } else if items.isChanged(by: item, id) {
        changes.append(.update(item))
      }
    }
    return table.allIDs.filter(left.contains).compactMap { items.current($0).map(ItemStep.delete) }
      + changes
  }

  /// Returns the steps of a transaction.
  ///
  /// - Throws: `WriteError` for an item to delete that does not exist.
  func steps(of steps: [ItemChange<Item>]) throws -> [ItemStep<Item>] {
    var inserted: [RowID: Item] = [:]
    return try steps.enumerated().map { index, step in
      switch step {
      case .insert(let item):
        inserted[form.rowID(of: item)] = item
        return .insert(item)
      case .update(let item): return .update(item)
      case .delete(let id):
        let id = form.rowID(id.rowID)
        guard let item = items.current(id) ?? inserted[id] else {
          throw WriteError(index: index, reason: "there is no row \(id)")
        }
        return .delete(item)
      }
    }
  }

  /// Returns the rows of items; a row counts as changed unless its item is the same.
  private func stored(
    _ changes: ItemChanges<Item>, except others: Set<RowID> = []
  ) -> StoredChanges {
    if let problem = changes.problem { failures.record(problem) }
    var rows: [(id: RowID, row: [CellValue]?)] = []
    var seen = others
    var touched: Set<RowID> = []
    var news: [(id: RowID, item: Item?)] = []
    for item in changes.items {
      let id = form.rowID(of: item)
      guard seen.insert(id).inserted, items.isChanged(by: item, id) else { continue }
      rows.append((id, form.row(of: item)))
      touched.insert(id)
      news.append((id, item))
    }
    for id in changes.gone.map({ form.rowID($0.rowID) }) where seen.insert(id).inserted {
      rows.append((id, nil))
      news.append((id, nil))
    }
    fresh.withLock { $0 += news }
    return StoredChanges(rows, touching: touched)
  }
}
