import Synchronization

/// The selection of a picker's items, and its filters.
///
///     picker.selection.filters = [.maximum(10), picker.selection.required(\.phone)]
///     let outcome = try await picker.selection.toggle(ann.id)
///     outcome.refusals.map(\.reason)  // "phone is missing"
///     try await picker.selection.items
///
/// Items stay selected while a search hides them. The filters allow a request as a whole, or refuse
/// it with a reason; a refusal is not an error.
public struct PickListSelection<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  let picker: PickList<Item>

  // MARK: Filters

  /// The requested filters, in evaluation order.
  ///
  /// If one of them is invalid, the previous filters stay in effect; `PickList.failures` says why.
  ///
  /// - Precondition: For setting: the picker has the fields that `SelectionRule.required(_:)`
  ///   names. `setFilters(_:mode:)` throws instead.
  public var filters: [any SelectionFilter] {
    get { picker.asked.withLock(\.selection.filters) }
    nonmutating set {
      let required = newValue.compactMap { filter in
        if case .required(let name) = filter.rule { name } else { nil }
      }
      picker.form.requireFields(required, in: "selection.filters")
      picker.report(edit { $0.filters = newValue })
    }
  }

  /// Whether one item or many can be selected.
  public var mode: SelectionMode {
    get { picker.asked.withLock(\.selection.mode) }
    nonmutating set { picker.report(edit { $0.mode = newValue }) }
  }

  /// Replaces the filters; deselects no item.
  ///
  /// - Parameters:
  ///   - filters: The filters, in evaluation order.
  ///   - mode: Whether one item or many can be selected; nil keeps the mode.
  /// - Returns: Whether the selection satisfies the filters.
  /// - Throws: `PickListError` for a negative limit, an unknown attribute or an invalid filter
  ///   text; the filters then stay unchanged.
  /// - Complexity: O(*k*) for *k* selected items, and what the filters do
  @discardableResult
  public func setFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode? = nil
  ) async throws -> SelectionRulesReport<Item.ID> {
    try await edit { settings in
      settings.filters = filters
      if let mode { settings.mode = mode }
    }.value
  }

  /// Adds a filter after the others; several tasks can do so at the same time.
  ///
  /// - Complexity: O(*k*) for *k* selected items, and what the filters do
  /// - Throws: The errors of `setFilters(_:mode:)`.
  @discardableResult
  public func add(_ filter: any SelectionFilter) async throws -> SelectionRulesReport<Item.ID> {
    try await edit { $0.filters.append(filter) }.value
  }

  /// Removes a filter; it has no effect and signals nothing from then on.
  ///
  /// - Complexity: O(*k*) for *k* selected items, and what the filters do
  /// - Throws: The errors of `setFilters(_:mode:)`.
  @discardableResult
  public func remove(
    _ filter: any SelectionFilter & AnyObject
  ) async throws -> SelectionRulesReport<Item.ID> {
    try await edit { settings in
      settings.filters.removeAll { $0 as AnyObject === filter }
    }.value
  }

  /// Adds an intent that changes the settings that the list has when it is carried out.
  private func edit(
    _ change: @escaping @Sendable (inout PickList<Item>.SelectionSettings) -> Void
  ) -> Intent<SelectionRulesReport<Item.ID>> {
    picker.asked.withLock { asked in
      change(&asked.selection)
      asked.selectionEdits += 1
      return picker.queue.add { [picker] in
        let report: Result<SelectionRulesReport<Item.ID>, any Error>
        do {
          _ = try await picker.opening.task.value
          try Task.checkCancellation()
          var settings = picker.asked.withLock(\.installed)
          change(&settings)
          report = .success(
            SelectionRulesReport(
              try await picker.list.setSelectionFilters(
                settings.filters, mode: settings.mode, ifRevision: nil)))
          picker.asked.withLock { [settings] in $0.installed = settings }
        } catch {
          report = .failure(error)
        }
        picker.asked.withLock { asked in
          asked.selectionEdits -= 1
          // Until the last change is done, the list does not have what was requested.
          if asked.selectionEdits == 0 { asked.selection = asked.installed }
        }
        return try report.get()
      }
    }
  }

  // MARK: Changing

  /// Carries out a selection request; the other functions are special cases of it.
  ///
  /// - Returns: The outcome. If filters refuse the request, it says why.
  /// - Throws: `PickListError` for an unknown item or section.
  /// - Complexity: O(*k* log *n*) for a request about *k* of *n* items, and what the filters do
  @discardableResult
  public func request(_ request: SelectionRequest<Item.ID>) async throws -> SelectionOutcome<
    Item.ID
  > {
    try await intent(request).value
  }

  /// Adds an intent that carries out a request.
  func intent(_ request: SelectionRequest<Item.ID>) -> Intent<SelectionOutcome<Item.ID>> {
    let request = request.mapIDs { picker.form.rowID($0.rowID) }
    return picker.add {
      SelectionOutcome(
        try await $0.select(request, idLimit: 1000, refusedIDLimit: 1000, ifRevision: nil))
    }
  }

  /// Selects items.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func select(_ ids: Item.ID...) async throws -> SelectionOutcome<Item.ID> {
    try await select(ids)
  }

  /// Selects items.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func select(_ ids: some Sequence<Item.ID>) async throws -> SelectionOutcome<Item.ID> {
    try await request(.select(Array(ids)))
  }

  /// Deselects items.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func deselect(_ ids: Item.ID...) async throws -> SelectionOutcome<Item.ID> {
    try await deselect(ids)
  }

  /// Deselects items.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func deselect(_ ids: some Sequence<Item.ID>) async throws -> SelectionOutcome<Item.ID> {
    try await request(.deselect(Array(ids)))
  }

  /// Selects those of the items that are not selected, and deselects the others.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func toggle(_ ids: Item.ID...) async throws -> SelectionOutcome<Item.ID> {
    try await toggle(ids)
  }

  /// Selects those of the items that are not selected, and deselects the others.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func toggle(_ ids: some Sequence<Item.ID>) async throws -> SelectionOutcome<Item.ID> {
    try await request(.toggle(Array(ids)))
  }

  /// Selects items, and deselects all others.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func replace(_ ids: Item.ID...) async throws -> SelectionOutcome<Item.ID> {
    try await replace(ids)
  }

  /// Selects items, and deselects all others.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* ids
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func replace(_ ids: some Sequence<Item.ID>) async throws -> SelectionOutcome<Item.ID> {
    try await request(.replace(Array(ids)))
  }

  /// Selects two matching items and all items between them in shown order.
  ///
  /// - Complexity: O(*k* log *n*) for *k* of *n* items between the two
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func extend(from first: Item.ID, to last: Item.ID) async throws -> SelectionOutcome<
    Item.ID
  > {
    try await request(.extend(from: first, to: last))
  }

  /// Selects all matching items, visible or not, or those of another scope.
  ///
  /// - Complexity: O(*n*) for *n* items in the scope
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func selectAll(_ scope: SelectionScope = .matching) async throws -> SelectionOutcome<
    Item.ID
  > {
    try await request(.all(scope))
  }

  /// Deselects all items, or those of a scope.
  ///
  /// - Complexity: O(*n*) for *n* items in the scope
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func deselectAll(_ scope: SelectionScope = .everything) async throws -> SelectionOutcome<
    Item.ID
  > {
    try await request(.none(scope))
  }

  /// Restores the selection before the last request that changed it.
  ///
  /// - Complexity: O(*k*) for *k* items whose selection changes
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func undo() async throws -> SelectionOutcome<Item.ID> {
    try await request(.undo)
  }

  /// Restores the selection that was undone last.
  ///
  /// - Complexity: O(*k*) for *k* items whose selection changes
  /// - Throws: The errors of `request(_:)`.
  @discardableResult
  public func redo() async throws -> SelectionOutcome<Item.ID> {
    try await request(.redo)
  }

  // MARK: Keeping

  /// Saves the selection under a name with the table of the picker, replacing any saved under it.
  ///
  ///     try await picker.selection.save("Friday")
  ///
  /// - Returns: What was saved, durably.
  /// - Throws: `PickListError` if the picker has no table to save it with, or if the table cannot
  ///   be written.
  /// - Complexity: O(*k*) for *k* selected items
  @discardableResult
  public func save(_ name: String) async throws -> SavedShortlist {
    try await picker.add { try await $0.saveSelection(as: name, ifRevision: nil) }.value
  }

  /// Replaces the selection with the one saved under a name, subject to the filters.
  ///
  /// - Returns: The outcome, and the items that no longer exist.
  /// - Throws: `PickListError` if nothing has that name.
  /// - Complexity: O(*k* log *n*) for *k* saved of *n* items
  @discardableResult
  public func load(_ name: String) async throws -> ShortlistOutcome<Item.ID> {
    try await picker.add {
      ShortlistOutcome(try await $0.loadSelection(name, ifRevision: nil))
    }.value
  }

  /// The saved selections, by name.
  ///
  /// - Complexity: O(saved selections)
  public var saved: [SavedShortlist] {
    get async throws {
      try await picker.add { try await $0.savedSelections(ifRevision: nil) }.value
    }
  }

  /// Renames a saved selection.
  ///
  /// - Throws: `PickListError` if nothing has the name, or if the new name is in use.
  /// - Complexity: O(*k*) for *k* saved items
  public func rename(_ name: String, to newName: String) async throws {
    try await picker.add { try await $0.renameSelection(name, to: newName, ifRevision: nil) }.value
  }

  /// Deletes a saved selection; the current selection does not change.
  ///
  /// - Throws: `PickListError` if nothing has that name.
  /// - Complexity: O(*k*) for *k* saved items
  public func forget(_ name: String) async throws {
    try await picker.add { try await $0.forgetSelection(name, ifRevision: nil) }.value
  }

  // MARK: Reading

  /// The selected items, in pick order.
  ///
  /// - Complexity: O(selected items)
  public var items: [Item] {
    get async throws {
      try await picker.read(.selected) { [store = picker.store] in store.all($0.selectedIDs, $0) }
    }
  }

  /// An overview of the selection: its size, whether it can be accepted and why not, undo and redo.
  ///
  /// - Complexity: O(n / 64 + k) for k reported ids of n items, and what the filters do; k is at
  ///   most 1000
  public var report: SelectionReport<Item.ID> {
    get async throws {
      try await picker.add {
        SelectionReport(try await $0.selection(limit: 1000, order: .picked, ifRevision: nil))
      }.value
    }
  }

  /// How many items of each shown section are selected.
  ///
  /// - Complexity: O(sections)
  public var sections: SelectedSectionsReport {
    get async throws {
      try await picker.add { try await $0.selectedSections(ifRevision: nil) }.value
    }
  }
}

extension SelectionFilter where Self == MaximumSelectedCountSelectionFilter {
  /// Allows at most `count` selected items.
  public static func maximum(_ count: Int) -> Self { Self(maximumSelectedCount: count) }
}

extension SelectionFilter where Self == MinimumSelectedCountSelectionFilter {
  /// Refuses to deselect items below `count` selected ones.
  public static func minimum(_ count: Int) -> Self { Self(minimumSelectedCount: count) }
}

extension SelectionFilter where Self == RequiredFieldSelectionFilter {
  /// Refuses to select items without a value of an attribute: a column of records, or a field that
  /// is a function; others have key paths, see ``PickListSelection/required(_:)``.
  public static func required(_ attribute: String) -> Self { Self(attribute: attribute) }
}
