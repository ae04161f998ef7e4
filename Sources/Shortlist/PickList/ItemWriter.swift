import Synchronization

/// Changes the items of a picker where they are: in memory, in a database, or as rows of a source.
package protocol ItemWriter<Item>: Sendable {
  associatedtype Item: Identifiable & Sendable where Item.ID: PickListID

  /// Whether a write may have to wait for a database or a server; later requests do not wait for
  /// it.
  var isStored: Bool { get }

  /// Carries out the steps of a transaction: all of them, or none.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - form: How items become rows.
  /// - Returns: What has changed.
  /// - Throws: `WriteError` or `RefusedStepError` for the first step that is impossible.
  func write(
    _ steps: [ItemChange<Item>], _ form: ItemForm<Item>
  ) async throws -> ApplyOutcome<RowID>

  /// Replaces all items.
  func replaceAll(_ items: [Item], _ form: ItemForm<Item>) async throws -> ApplyOutcome<RowID>

  /// Deletes the item of a row.
  func delete(_ id: RowID) async throws -> ApplyOutcome<RowID>

  /// Remembers an item that `commit` may insert; returns the values of its row.
  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues

  /// Finds the row with a text, or inserts one with the values of a prepared item, as
  /// `ListProtocol.commitSuggestion` does.
  func commit(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID>
}

/// A change of one item.
package enum ItemChange<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  case insert(Item)
  case update(Item)
  case delete(Item.ID)
}

extension ItemForm where Item: Identifiable & Sendable, Item.ID: PickListID {
  /// Returns the operations on rows that carry out changes of items.
  func operations(_ steps: [ItemChange<Item>]) -> [RowOperation] {
    steps.map { step in
      switch step {
      case .insert(let item): .insert(insertion(of: item))
      case .update(let item): .update(values(of: item))
      case .delete(let id): .delete(rowID(id.rowID))
      }
    }
  }
}

/// Changes items in memory together with their rows, in one step on the actor of the list.
struct MemoryItemWriter<Item: Identifiable & Sendable>: ItemWriter where Item.ID: PickListID {
  let list: LiveList
  let store: ItemStore<Item>

  var isStored: Bool { false }

  func write(
    _ steps: [ItemChange<Item>], _ form: ItemForm<Item>
  ) async throws -> ApplyOutcome<RowID> {
    try await list.perform { [store] list in
      let touched = steps.compactMap { step -> RowID? in
        guard case .update(let item) = step else { return nil }
        let id = form.rowID(of: item)
        return store.isChanged(by: item, id) ? id : nil
      }
      let outcome = try list.applyToEngine(form.operations(steps), touching: Set(touched))
      store.change { items in
        for step in steps {
          switch step {
          case .insert(let item), .update(let item): items[form.rowID(of: item)] = item
          case .delete(let id): items[form.rowID(id.rowID)] = nil
          }
        }
      }
      return outcome
    }
  }

  func replaceAll(_ items: [Item], _ form: ItemForm<Item>) async throws -> ApplyOutcome<RowID> {
    try await list.perform { [store] list in
      let isChanged = store.comparison
      let outcome = try list.replaceAll(
        count: items.count, touching: { isChanged?(items[$0], $1) ?? false }
      ) { form.row(of: items[$0]) }
      store.fill(with: items, form)
      return outcome
    }
  }

  func delete(_ id: RowID) async throws -> ApplyOutcome<RowID> {
    try await list.perform { [store] list in
      let outcome = try list.applyToEngine([.delete(id)])
      store.change { $0[id] = nil }
      return outcome
    }
  }

  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues { store.prepare(item, form) }

  func commit(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID> {
    try await list.perform { [store] list in
      var inserted: RowID?
      defer { store.insertPrepared(inserted) }
      let outcome = try list.commitSuggestionToEngine(
        text, in: attribute, values: values, selects: selects, equality: equality,
        ifRevision: ifRevision)
      if outcome.isCreated { inserted = outcome.id }
      return outcome
    }
  }
}

/// Changes items whose rows are stored outside of the process: the list writes them.
protocol StoredItemWriter: ItemWriter {
  var rows: any ListProtocol { get }
}

extension StoredItemWriter {
  package var isStored: Bool { true }

  package func delete(_ id: RowID) async throws -> ApplyOutcome<RowID> {
    try await rows.apply([.delete(id)], ifRevision: nil)
  }

  package func commit(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID> {
    try await rows.commitSuggestion(
      text, in: attribute, values: values, selects: selects, equality: equality,
      ifRevision: ifRevision)
  }
}

/// Changes items in the database that keeps them.
struct KeptItemWriter<Item: Identifiable & Sendable>: StoredItemWriter where Item.ID: PickListID {
  let list: LiveList
  let kept: KeptItems<Item>

  var rows: any ListProtocol { list }

  func write(
    _ steps: [ItemChange<Item>], _ form: ItemForm<Item>
  ) async throws -> ApplyOutcome<RowID> {
    try await list.write(to: kept) { _ in try await kept.write(kept.steps(of: steps)) }
  }

  func replaceAll(_ items: [Item], _ form: ItemForm<Item>) async throws -> ApplyOutcome<RowID> {
    try await list.write(to: kept) { table in
      try await kept.write(kept.steps(replacing: table, by: items))
    }
  }

  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues { kept.prepare(item) }
}

/// Changes the rows of a source; items are made from them.
struct RowItemWriter<Item: Identifiable & Sendable>: StoredItemWriter where Item.ID: PickListID {
  let rows: any ListProtocol
  let store: ItemStore<Item>

  func write(
    _ steps: [ItemChange<Item>], _ form: ItemForm<Item>
  ) async throws -> ApplyOutcome<RowID> {
    try await rows.apply(form.operations(steps), ifRevision: nil)
  }

  func replaceAll(_ items: [Item], _ form: ItemForm<Item>) async throws -> ApplyOutcome<RowID> {
    let operations = try await rows.read(.all) { [store] reading, _ in
      var left = Set(reading.allIDs)
      var changes: [RowOperation] = []
      for item in items {
        let id = form.rowID(of: item)
        if left.remove(id) == nil {
          changes.append(.insert(form.insertion(of: item)))
        } else if form.row(of: store[id, reading]) != form.row(of: item) {
          changes.append(.update(form.values(of: item)))
        }
      }
      return reading.allIDs.filter(left.contains).map(RowOperation.delete) + changes
    }
    return try await rows.apply(operations, ifRevision: nil)
  }

  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues { form.insertion(of: item) }
}
