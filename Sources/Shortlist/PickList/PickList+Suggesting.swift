import Synchronization

extension PickList {
  /// Returns the items whose text begins with the typed text, regardless of the query.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - attribute: The text attribute to search.
  ///   - first: The number of the first item to return.
  ///   - limit: The maximum number of items.
  /// - Returns: The texts and ids of the items, their total number, and the items whose text equals
  ///   `text`.
  /// - Throws: `PickListError` for an attribute that does not exist or is not text.
  public func suggestions(
    for text: String, in attribute: String, from first: Int = 0, limit: Int = 20
  ) async throws -> Suggestions {
    try await ask {
      try $0.suggestions(for: text, in: attribute, from: first, limit: limit)
    }.value
  }
}

extension SuggestionField {
  /// Creates an empty field that suggests the items of a picker or creates new ones.
  ///
  ///     let field = SuggestionField(tagPicker, attribute: "name") { text in
  ///       Tag(id: UUID(), name: text)
  ///     } action: { tag, isNew in
  ///       print(isNew ? "new:" : "known:", tag.name)
  ///     }
  ///
  /// - Parameters:
  ///   - picker: The picker.
  ///   - attribute: The text attribute.
  ///   - limit: The number of suggestions to look up at a time.
  ///   - selects: Whether choosing an item also selects it.
  ///   - equality: Which texts count as equal to that of an item.
  ///   - create: Creates an item from a text that no item has, trimmed of white space; returns nil
  ///     to create none. If the new item has a different text, that one counts.
  ///   - action: Acts on the chosen item; its second argument is whether the item is new.
  public convenience init<Item>(
    _ picker: PickList<Item>, attribute: String, limit: Int = 20, selects: Bool = true,
    equality: TextEquality = .exact,
    create: @escaping @MainActor (String) async throws -> Item?,
    action: @escaping @MainActor (Item, Bool) async throws -> Void = { _, _ in }
  ) {
    let place = PickListSuggestions(picker)
    self.init(
      place, attribute: attribute, limit: limit, selects: selects, equality: equality,
      handler: ItemHandler(place: place, create: create, action: action))
  }
}

/// Creates items and acts on them for a field of a picker.
private struct ItemHandler<Item: Identifiable & Sendable>: SuggestionActionHandler
where Item.ID: PickListID {
  let place: PickListSuggestions<Item>
  let create: @MainActor (String) async throws -> Item?
  let action: @MainActor (Item, Bool) async throws -> Void

  func createNewItem(_ searchValue: String) async throws -> RowValues? {
    guard let item = try await create(searchValue) else { return nil }
    return place.prepare(item)
  }

  func doAction(for item: SuggestedItem) async throws {
    // The item may have been deleted meanwhile.
    guard let found = try await place.item(item.id) else { return }
    try await action(found, item.isNew)
  }
}

/// A suggestion target over the items of a picker.
private final class PickListSuggestions<Item: Identifiable & Sendable>: SuggestionTarget
where Item.ID: PickListID {
  private let picker: PickList<Item>
  var list: LiveList { picker.list }
  /// Items created but not yet inserted into the picker.
  private let prepared = Mutex<[RowID: Item]>([:])

  init(_ picker: PickList<Item>) { self.picker = picker }

  /// Remembers an item to insert; returns its values.
  func prepare(_ item: Item) -> RowValues {
    if picker.store.keepsItems {
      prepared.withLock { $0[picker.form.rowID(of: item)] = item }
    }
    return picker.form.insertion(of: item)
  }

  func item(_ id: RowID) async throws -> Item? {
    try await picker.ask { [store = picker.store] in store.find(id, $0.engine) }.value
  }

  func suggest(_ text: String, in attribute: String, limit: Int) async throws -> Suggestions {
    try await picker.suggestions(for: text, in: attribute, limit: limit)
  }

  func accept(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> AcceptedSuggestion? {
    let own = values?.members.last { $0.name.isSame(as: attribute) }?.value.text
    if !picker.store.keepsItems {
      return try await picker.add { list in
        try await list.accept(
          own ?? text, in: attribute, values: values, selects: selects, equality: equality)
      }.value
    }
    return try await picker.ask { [self, store = picker.store] list in
      defer { prepared.withLock { $0.removeAll() } }
      let accepted = try list.acceptInMemory(
        own ?? text, in: attribute, values: values, selects: selects, equality: equality)
      if let id = accepted?.outcome.id, accepted?.outcome.isCreated == true {
        store.change { items in items[id] = prepared.withLock { $0[id] } }
      }
      return accepted
    }.value
  }

  func accept(
    _ chosen: Suggestions.Item, in attribute: String, selects: Bool
  ) async throws -> AcceptedSuggestion? {
    try await picker.ask { try $0.accept(chosen, in: attribute, selects: selects) }.value
  }

  func rollback(_ outcome: SuggestionOutcome) async {
    // It happens even if the task that commits is cancelled.
    let intent =
      if !picker.store.keepsItems {
        picker.add { await $0.rollback(outcome) }
      } else {
        picker.ask { [store = picker.store] list in
          guard let id = list.deselect(outcome) else { return }
          _ = try list.applyInMemory([.delete(id)])
          store.change { $0[id] = nil }
        }
      }
    picker.report(intent)
    _ = await intent.task.result
  }
}
