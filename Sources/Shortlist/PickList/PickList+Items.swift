extension PickList {
  // MARK: Reading

  /// All items in their own order, regardless of the query; rows that stay on a server are all
  /// read.
  ///
  /// - Complexity: O(items)
  public var items: [Item] {
    get async throws { try await read(.all) { [store] in store.all($0.allIDs, $0) } }
  }

  /// Returns the item with an id; nil if there is none.
  ///
  /// - Throws: `PickListError` if the source can no longer be read.
  /// - Complexity: O(1) on average
  public func item(_ id: Item.ID) async throws -> Item? {
    let id = form.rowID(id.rowID)
    return try await read(.rows([id])) { [store] in store.find(id, $0) }
  }

  /// The visible items by section.
  ///
  /// - Complexity: O(visible items)
  public var visibleSections: [PickListSection<Item>] {
    get async throws { try await read(.visible) { [store] in store.sections(of: $0) } }
  }

  // MARK: Changing

  /// Inserts an item at the end of the items' own order.
  ///
  /// - Throws: `PickListError` if an item with the id exists.
  /// - Complexity: O(log *n* + *r*) for *n* items and *r* rows that come into view or leave it
  @discardableResult
  public func insert(_ item: Item) async throws -> ApplyOutcome<Item.ID> {
    try await transaction { $0.insert(item) }
  }

  /// Inserts items at the end of the items' own order, in one transaction.
  ///
  /// - Throws: `PickListError` if an item with one of the ids exists; no item is inserted then.
  /// - Complexity: O(*k* log *n* + *r*) for *k* of *n* items and *r* rows that come into view or
  ///   leave it
  @discardableResult
  public func insert(_ items: some Sequence<Item>) async throws -> ApplyOutcome<Item.ID> {
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
  /// - Complexity: O(log *n* + *r*) for *n* items and *r* rows that come into view or leave it
  @discardableResult
  public func update(_ item: Item) async throws -> ApplyOutcome<Item.ID> {
    try await transaction { $0.update(item) }
  }

  /// Deletes items, in one transaction.
  ///
  /// - Throws: `PickListError` if one of the items does not exist;
  ///   no item is deleted then.
  /// - Complexity: O(*k* log *n* + *r*) for *k* of *n* items and *r* rows that come into view or
  ///   leave it
  @discardableResult
  public func delete(_ ids: some Sequence<Item.ID>) async throws -> ApplyOutcome<Item.ID> {
    try await transaction { transaction in
      for id in ids { transaction.delete(id) }
    }
  }

  /// Deletes an item.
  ///
  /// - Throws: `PickListError` if there is no such item.
  /// - Complexity: O(log *n* + *r*) for *n* items and *r* rows that come into view or leave it
  @discardableResult
  public func delete(_ id: Item.ID) async throws -> ApplyOutcome<Item.ID> {
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
  /// - Throws: `PickListError` for the first change that is impossible, and for an error that
  ///   `body` throws.
  /// - Complexity: O((c + r) log n) for c changes of n items and r changes reported
  @discardableResult
  public func transaction(
    _ body: (inout PickListTransaction<Item>) throws -> Void
  ) async throws -> ApplyOutcome<Item.ID> {
    var transaction = PickListTransaction<Item>()
    do { try body(&transaction) } catch { throw PickListError(error) }
    return try await write { [form, steps = transaction.steps] in
      ApplyOutcome(try await $0.write(steps, form))
    }.value
  }
}

/// Changes of items that are made together.
///
///     try await picker.transaction { transaction in
///       for contact in contacts { transaction.update(contact) }
///       transaction.delete(bob.id)
///     }
public struct PickListTransaction<Item: Identifiable & Sendable> where Item.ID: PickListID {
  private(set) var steps: [ItemChange<Item>] = []

  /// Inserts an item at the end of the items' own order.
  public mutating func insert(_ item: Item) { steps.append(.insert(item)) }

  /// Replaces the item that has the same id.
  public mutating func update(_ item: Item) { steps.append(.update(item)) }

  /// Deletes an item.
  public mutating func delete(_ id: Item.ID) { steps.append(.delete(id)) }
}
