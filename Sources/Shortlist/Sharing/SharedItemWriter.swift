/// Changes items that several lists share, and shows what has changed in one of these lists.
struct SharedItemWriter<Item: Identifiable & Sendable>: ItemWriter where Item.ID: PickListID {
  let list: LiveList
  let rows: SharedRowStore
  let store: ItemStore<Item>

  var isStored: Bool { false }

  func write(_ steps: [ItemChange<Item>], _ form: ItemForm<Item>) async throws -> ApplyOutcome<
    RowID
  > {
    try await change { try $0.write(steps, form, store) }
  }

  func replaceAll(_ items: [Item], _ form: ItemForm<Item>) async throws -> ApplyOutcome<RowID> {
    try await change { try $0.replaceAll(items, form, store) }
  }

  func delete(_ id: RowID) async throws -> ApplyOutcome<RowID> {
    try await list.apply([.delete(id)])
  }

  private func change(
    _ body: @escaping @Sendable (inout SharedTable) throws -> SharedTable.Outcome
  ) async throws -> ApplyOutcome<RowID> {
    try await list.write(to: rows) { _ in
      try await rows.rows.change(of: rows.changes, body)
    }
  }

  func prepare(_ item: Item, _ form: ItemForm<Item>) -> RowValues { store.prepare(item, form) }

  func commit(
    _ text: String, in attribute: String, values: RowValues, selects: Bool, equality: TextEquality,
    ifRevision: Int?
  ) async throws -> SuggestionOutcome<RowID> {
    // The store has set the item of a new row.
    defer { store.forgetPrepared() }
    return try await list.commitSuggestion(
      text, in: attribute, values: values, selects: selects, equality: equality,
      ifRevision: ifRevision)
  }
}

extension SharedTable {
  /// Carries out the steps of a transaction on items: all of them, or none.
  ///
  /// - Throws: `WriteError` for the first step that is impossible.
  mutating func write<Item>(
    _ steps: [ItemChange<Item>], _ form: ItemForm<Item>, _ store: ItemStore<Item>
  ) throws -> Outcome {
    let touched = steps.compactMap { step -> RowID? in
      guard case .update(let item) = step else { return nil }
      let id = form.rowID(of: item)
      return store.isChanged(by: item, id, in: table) ? id : nil
    }
    return try apply(form.operations(steps), touching: Set(touched)) { table, _ in
      for step in steps {
        switch step {
        case .insert(let item), .update(let item): table.setItem(item, form.rowID(of: item))
        case .delete: break
        }
      }
    }
  }

  /// Replaces all items.
  ///
  /// - Throws: `WriteError` for the first item with an unsuitable value or a duplicate id.
  mutating func replaceAll<Item>(
    _ items: [Item], _ form: ItemForm<Item>, _ store: ItemStore<Item>
  ) throws -> Outcome {
    let isChanged = store.comparison(with: table)
    return try replaceAll(
      count: items.count, items: ItemChunks(items),
      touching: { isChanged?(items[$0], $1) ?? false }
    ) { form.row(of: items[$0]) }
  }
}
