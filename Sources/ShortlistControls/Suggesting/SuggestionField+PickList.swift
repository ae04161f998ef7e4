public import Shortlist
public import ShortlistCore

extension SuggestionField {
  /// Creates an empty field that suggests the items of a picker or creates new ones.
  ///
  ///     let field = SuggestionField(tagPicker, in: \.name) { text in
  ///       Tag(id: UUID(), name: text)
  ///     } action: { tag, isNew in
  ///       print(isNew ? "new:" : "known:", tag.name)
  ///     }
  ///
  /// - Parameters:
  ///   - picker: The picker.
  ///   - path: The text.
  ///   - limit: The number of suggestions to look up at a time.
  ///   - selects: Whether choosing an item also selects it.
  ///   - equality: Which texts count as equal to that of an item.
  ///   - create: Creates an item from a text that no item has, trimmed of white space; returns nil
  ///     to create none. If the new item has a different text, that one counts.
  ///   - action: Acts on the chosen item; its second argument is whether the item is new.
  /// - Precondition: The picker has a field for the key path.
  public convenience init<Item>(
    _ picker: PickList<Item>, in path: KeyPath<Item, String>, limit: Int = 20,
    selects: Bool = true, equality: TextEquality = .exact,
    create: @escaping @MainActor (String) async throws -> Item?,
    action: @escaping @MainActor (Item, Bool) async throws -> Void = { _, _ in }
  ) where Item.ID == ID {
    self.init(
      picker, attribute: picker.name(of: path), limit: limit, selects: selects,
      equality: equality, create: create, action: action)
  }

  /// Creates an empty field that suggests the items of a picker or creates new ones.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths.
  ///
  /// - Parameters:
  ///   - picker: The picker.
  ///   - attribute: The name of the text field.
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
  ) where Item.ID == ID {
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

  func doAction(for item: SuggestedItem<Item.ID>) async throws {
    // The item may have been deleted meanwhile.
    guard let found = try await place.item(item.id) else { return }
    try await action(found, item.isNew)
  }
}

/// A suggestion target over the items of a picker.
private struct PickListSuggestions<Item: Identifiable & Sendable>: SuggestionTarget
where Item.ID: PickListID {
  private let picker: PickList<Item>
  var list: any ListProtocol { picker.list }

  init(_ picker: PickList<Item>) { self.picker = picker }

  /// Remembers an item to insert; returns its values.
  func prepare(_ item: Item) -> RowValues { picker.writer.prepare(item, picker.form) }

  func item(_ id: Item.ID) async throws -> Item? { try await picker.item(id) }

  func rowID(_ id: RowID) -> RowID { picker.form.rowID(id) }

  func suggest(_ text: String, in attribute: String, limit: Int) async throws -> Suggestions<RowID>
  {
    try await picker.add {
      try await $0.suggestions(for: text, in: attribute, from: 0, limit: limit, ifRevision: nil)
    }.value
  }

  func accept(
    _ text: String, in attribute: String, values: RowValues?, selects: Bool, equality: TextEquality
  ) async throws -> AcceptedSuggestion? {
    let own = values?.members.last { $0.name.isSame(as: attribute) }?.value.text ?? text
    return try await picker.write { [list = picker.list] writer in
      try await list.accept(own, in: attribute, values: values, equality: equality) {
        try await writer.commit(
          own, in: attribute, values: $0, selects: selects, equality: equality, ifRevision: $1)
      }
    }.value
  }

  func accept(
    _ chosen: Suggestions<RowID>.Item, in attribute: String, selects: Bool
  ) async throws -> AcceptedSuggestion? {
    try await picker.add { try await $0.accept(chosen, in: attribute, selects: selects) }.value
  }

  func rollback(_ outcome: SuggestionOutcome<RowID>) async {
    // It happens even if the task that commits is cancelled.
    let intent = picker.write { [list = picker.list] writer in
      if let id = await list.deselect(outcome) { _ = try await writer.delete(id) }
    }
    picker.report(intent)
    _ = await intent.task.result
  }
}
