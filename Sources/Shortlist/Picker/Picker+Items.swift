extension Picker {
  // MARK: Reading

  /// All items, whether they match or not, in their own order.
  ///
  /// - Complexity: O(items)
  public var items: PickerIntent<[Item]> {
    ask { [store] in store.all($0.engine.allIDs, $0.engine) }
  }

  /// The item of an id, nil if there is none.
  ///
  /// - Complexity: O(1) on average
  public func item(_ id: Item.ID) -> PickerIntent<Item?> {
    ask { [store, form] in store.find(form.rowID(id.rowID), $0.engine) }
  }

  /// The visible items in their sections.
  ///
  /// - Complexity: O(visible items)
  public var visibleSections: PickerIntent<[PickerSection<Item>]> {
    ask { [store] in store.sections(of: $0) }
  }

  /// The shown sections: how many items each has, which of them are visible, and its range of the
  /// moment.
  ///
  /// - Complexity: O(sections)
  public var windows: PickerIntent<SectionsReport> { ask { try $0.sections() } }

  // MARK: Changing

  /// Adds an item, the last one in the items' own order.
  ///
  /// - Returns: What became of it. The intent fails if there is one of its id.
  @discardableResult
  public func insert(_ item: Item) -> PickerIntent<ApplyOutcome> { transaction { $0.insert(item) } }

  /// Puts an item in the place of the one that has its id.
  ///
  /// - Returns: What became of it. The intent fails if there is no such item.
  @discardableResult
  public func update(_ item: Item) -> PickerIntent<ApplyOutcome> { transaction { $0.update(item) } }

  /// Takes an item out.
  ///
  /// - Returns: What became of it. The intent fails if there is no such item.
  @discardableResult
  public func delete(_ id: Item.ID) -> PickerIntent<ApplyOutcome> { transaction { $0.delete(id) } }

  /// Changes several items at once: all of it is done, or nothing.
  ///
  ///     picker.transaction {
  ///       $0.insert(ann)
  ///       $0.delete(bob.id)
  ///     }
  ///
  /// - Parameter body: Notes the changes; it is called at once.
  /// - Returns: What became of it. The intent fails at the first change that
  ///   cannot be done.
  /// - Complexity: O((c + r) log n) for c changes of n items and r changes reported
  @discardableResult
  public func transaction(
    _ body: (inout PickerTransaction<Item>) throws -> Void
  ) rethrows -> PickerIntent<ApplyOutcome> {
    var transaction = PickerTransaction<Item>()
    try body(&transaction)
    let steps = transaction.steps
    return write { [form] in
      steps.map { step in
        switch step {
        case .insert(let item): .insert(form.insertion(of: item))
        case .update(let item): .update(form.values(of: item))
        case .delete(let id): .delete(form.rowID(id.rowID))
        }
      }
    } keeping: { [form] items in
      for step in steps {
        switch step {
        case .insert(let item), .update(let item): items[form.rowID(of: item)] = item
        case .delete(let id): items[form.rowID(id.rowID)] = nil
        }
      }
    }
  }

  /// Changes rows, and with them the items that are kept.
  private func write(
    _ operations: @escaping @Sendable () -> [RowOperation],
    keeping change: @escaping @Sendable (inout [RowID: Item]) -> Void
  ) -> PickerIntent<ApplyOutcome> {
    ask { [store] list in
      let outcome = try list.apply(operations())
      if store.keepsItems { store.change(change) }
      return outcome
    }
  }

  /// Puts other items in the place of all, in this order, and works out by their ids what changes.
  ///
  /// Items that stay keep their selection. If some of them changed their own order, or new ones came
  /// among them, windows are placed anew; else they move with their items.
  ///
  /// - Parameter items: The items, each with an id of its own.
  /// - Returns: What became of it; `inserted` also has the ids of items that took another place in
  ///   their own order. The intent fails at the item that has the id of one
  ///   before.
  /// - Complexity: O(n log n) for n items before and after
  @discardableResult
  public func replaceAll(_ items: [Item]) -> PickerIntent<ApplyOutcome> {
    ask { [store, form] list in
      let replacement = try Replacement(of: list.engine, in: store, by: items, form)
      let outcome: ApplyOutcome
      do {
        let operations = replacement.operations
        outcome =
          try replacement.moves && store.keepsItems
          ? list.replace(operations) : list.apply(operations)
      } catch let refusal as WriteRefusal {
        throw WriteRefusal(index: replacement.origins[refusal.index], reason: refusal.reason)
      }
      if !store.keepsItems { return outcome }
      store.change { known in
        known.removeAll(keepingCapacity: true)
        for item in items { known[form.rowID(of: item)] = item }
      }
      return outcome
    }
  }
}

/// Changes of items that are made at once.
public struct PickerTransaction<Item: Identifiable & Sendable> where Item.ID: PickerID {
  enum Step: Sendable {
    case insert(Item)
    case update(Item)
    case delete(Item.ID)
  }

  private(set) var steps: [Step] = []

  /// Adds an item, the last one in the items' own order.
  public mutating func insert(_ item: Item) { steps.append(.insert(item)) }

  /// Puts an item in the place of the one that has its id.
  public mutating func update(_ item: Item) { steps.append(.update(item)) }

  /// Takes an item out.
  public mutating func delete(_ id: Item.ID) { steps.append(.delete(id)) }
}

/// How rows become others.
private struct Replacement {
  private(set) var operations: [RowOperation] = []
  /// For each operation the index of the item that it is about.
  private(set) var origins: [Int] = []
  /// Whether rows that stay take another place.
  private(set) var moves = false

  /// Works out what to do.
  ///
  /// A row can be put in only behind all others. So those stay in place that come first in the new
  /// order and were in this order before; all behind are put in, or taken out and put in again.
  init<Item>(
    of engine: ListEngine, in store: ItemStore<Item>, by items: [Item], _ form: ItemForm<Item>
  ) throws(WriteRefusal) {
    let ids = engine.allIDs
    let same = zip(ids, items).prefix { $0 == form.rowID(of: $1) }.count
    for index in 0..<same { update(store[ids[index], engine], to: items[index], index, form) }
    let places = Dictionary(uniqueKeysWithValues: zip(ids[same...], ids.indices[same...]))
    var seen: Set<RowID> = []
    var last = -1
    var stays = true
    for index in same..<items.count {
      let item = items[index]
      let id = form.rowID(of: item)
      let place = places[id]
      // A row that is there, and not among the rest, is one of those before.
      guard seen.insert(id).inserted, place != nil || store.find(id, engine) == nil else {
        throw WriteRefusal(index: index, reason: "there is a row \(id) already")
      }
      stays = stays && place.map { $0 > last } ?? false
      if let place, stays {
        last = place
        update(store[id, engine], to: item, index, form)
        continue
      }
      if place != nil {
        add(.delete(id), index)
        moves = true
      }
      add(.insert(form.insertion(of: item)), index)
    }
    for id in ids[same...] where !seen.contains(id) { add(.delete(id), items.count) }
  }

  /// Changes a row that stays in place, if its values are others.
  private mutating func update<Item>(
    _ old: Item, to item: Item, _ index: Int, _ form: ItemForm<Item>
  ) {
    if form.row(of: old) == form.row(of: item) { return }
    add(.update(form.values(of: item)), index)
  }

  private mutating func add(_ operation: RowOperation, _ index: Int) {
    operations.append(operation)
    origins.append(index)
  }
}
