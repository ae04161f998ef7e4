extension PickList {
  // MARK: Reading

  /// All items in their own order, regardless of the query.
  ///
  /// - Complexity: O(items)
  public var items: [Item] {
    get async throws {
      try await ask { [store] in store.all($0.engine.allIDs, $0.engine) }.value
    }
  }

  /// Returns the item with an id; nil if there is none.
  ///
  /// - Complexity: O(1) on average
  public func item(_ id: Item.ID) async throws -> Item? {
    try await ask { [store, form] in store.find(form.rowID(id.rowID), $0.engine) }.value
  }

  /// The visible items by section.
  ///
  /// - Complexity: O(visible items)
  public var visibleSections: [PickListSection<Item>] {
    get async throws { try await ask { [store] in store.sections(of: $0) }.value }
  }

  // MARK: Changing

  /// Inserts an item at the end of the items' own order.
  ///
  /// - Throws: `PickListError` if an item with the id exists.
  @discardableResult
  public func insert(_ item: Item) async throws -> ApplyOutcome {
    try await transaction { $0.insert(item) }
  }

  /// Inserts items at the end of the items' own order, in one transaction.
  ///
  /// - Throws: `PickListError` if an item with one of the ids exists; no item is inserted then.
  @discardableResult
  public func insert(_ items: some Sequence<Item>) async throws -> ApplyOutcome {
    try await transaction { transaction in
      for item in items { transaction.insert(item) }
    }
  }

  /// Replaces the item that has the same id.
  ///
  /// Listeners receive the item if it is visible, also if it changed in properties that are no
  /// fields. An `Equatable` item that equals the one before counts as unchanged.
  ///
  /// - Throws: `PickListError` if there is no such item.
  @discardableResult
  public func update(_ item: Item) async throws -> ApplyOutcome {
    try await transaction { $0.update(item) }
  }

  /// Deletes items, in one transaction.
  ///
  /// - Throws: `PickListError` if one of the items does not exist;
  ///   no item is deleted then.
  @discardableResult
  public func delete(_ ids: some Sequence<Item.ID>) async throws -> ApplyOutcome {
    try await transaction { transaction in
      for id in ids { transaction.delete(id) }
    }
  }

  /// Deletes an item.
  ///
  /// - Throws: `PickListError` if there is no such item.
  @discardableResult
  public func delete(_ id: Item.ID) async throws -> ApplyOutcome {
    try await transaction { $0.delete(id) }
  }

  /// Changes several items in one transaction: all changes are made, or none.
  ///
  ///     try await picker.transaction {
  ///       $0.insert(ann)
  ///       $0.delete(bob.id)
  ///     }
  ///
  /// - Parameter body: Records the changes; called synchronously.
  /// - Returns: What has changed.
  /// - Throws: `PickListError` for the first change that is impossible, and for an error that `body`
  ///   throws.
  /// - Complexity: O((c + r) log n) for c changes of n items and r changes reported
  @discardableResult
  public func transaction(
    _ body: (inout PickListTransaction<Item>) throws -> Void
  ) async throws -> ApplyOutcome {
    var transaction = PickListTransaction<Item>()
    do { try body(&transaction) } catch { throw PickListError(error) }
    let steps = transaction.steps
    return try await write { [form] _ in
      steps.map { step in
        switch step {
        case .insert(let item): .insert(form.insertion(of: item))
        case .update(let item): .update(form.values(of: item))
        case .delete(let id): .delete(form.rowID(id.rowID))
        }
      }
    } touching: { [form] store in
      Set(
        steps.compactMap { step in
          guard case .update(let item) = step else { return nil }
          let id = form.rowID(of: item)
          return store.isChanged(by: item, id) ? id : nil
        })
    } keeping: { [form] items in
      for step in steps {
        switch step {
        case .insert(let item), .update(let item): items[form.rowID(of: item)] = item
        case .delete(let id): items[form.rowID(id.rowID)] = nil
        }
      }
    }.value
  }

  /// Changes rows, and the stored items with them.
  func write(
    _ operations: @escaping @Sendable (ListEngine) -> [RowOperation],
    touching touched: @escaping @Sendable (ItemStore<Item>) -> Set<RowID> = { _ in [] },
    keeping change: @escaping @Sendable (inout [RowID: Item]) -> Void = { _ in }
  ) -> Intent<ApplyOutcome> {
    if !store.keepsItems {
      return add { list in
        try await list.apply(await list.perform { operations($0.engine) })
      }
    }
    return ask { [store] list in
      let outcome = try list.applyInMemory(operations(list.engine), touching: touched(store))
      store.change(change)
      return outcome
    }
  }
}

/// Changes of items that are made together.
public struct PickListTransaction<Item: Identifiable & Sendable> where Item.ID: PickListID {
  enum Step: Sendable {
    case insert(Item)
    case update(Item)
    case delete(Item.ID)
  }

  private(set) var steps: [Step] = []

  /// Inserts an item at the end of the items' own order.
  public mutating func insert(_ item: Item) { steps.append(.insert(item)) }

  /// Replaces the item that has the same id.
  public mutating func update(_ item: Item) { steps.append(.update(item)) }

  /// Deletes an item.
  public mutating func delete(_ id: Item.ID) { steps.append(.delete(id)) }
}
