import Synchronization

/// The selection of a picker's items, and its filters.
///
///     picker.selection.filters = [.maximum(10), .required("phone")]
///     let outcome = try await picker.selection.toggle(ann.id).value
///     outcome.refusals.map(\.reason)  // "phone is missing"
///     try await picker.selection.items.value
///
/// Items stay selected while a search hides them. The filters allow a request as a whole, or refuse
/// it with a reason; a refusal is not an error.
public struct PickListSelection<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  let picker: PickList<Item>

  // MARK: Filters

  /// The requested filters, in evaluation order.
  ///
  /// If one of them is invalid, the previous filters stay in effect; `setFilters` says why.
  public var filters: [any SelectionFilter] {
    get { picker.asked.withLock(\.selection.filters) }
    nonmutating set { setFilters(newValue) }
  }

  /// Whether one item or many can be selected.
  public var mode: SelectionMode {
    get { picker.asked.withLock(\.selection.mode) }
    nonmutating set { edit { $0.mode = newValue } }
  }

  /// Replaces the filters; deselects no item.
  ///
  /// - Parameters:
  ///   - filters: The filters, in evaluation order.
  ///   - mode: Whether one item or many can be selected; nil keeps the mode.
  /// - Returns: The intent, whose value says whether the selection satisfies the filters. It fails
  ///   for a negative limit, an unknown attribute or an invalid filter text; the filters then stay
  ///   unchanged.
  @discardableResult
  public func setFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode? = nil
  ) -> PickListIntent<SelectionRulesReport> {
    edit { settings in
      settings.filters = filters
      if let mode { settings.mode = mode }
    }
  }

  /// Adds a filter after the others; several tasks can do so at the same time.
  @discardableResult
  public func add(_ filter: any SelectionFilter) -> PickListIntent<SelectionRulesReport> {
    edit { $0.filters.append(filter) }
  }

  /// Removes a filter; it has no effect and signals nothing from then on.
  @discardableResult
  public func remove(
    _ filter: any SelectionFilter & AnyObject
  ) -> PickListIntent<SelectionRulesReport> {
    edit { settings in settings.filters.removeAll { $0 as AnyObject === filter } }
  }

  /// Changes the settings that the list has when the intent is carried out.
  @discardableResult
  private func edit(
    _ change: @escaping @Sendable (inout PickList<Item>.SelectionSettings) -> Void
  ) -> PickListIntent<SelectionRulesReport> {
    picker.asked.withLock { asked in
      change(&asked.selection)
      asked.selectionEdits += 1
      return picker.queue.add { [picker] in
        let report: Result<SelectionRulesReport, any Error>
        do {
          _ = try await picker.opening.task.value
          try Task.checkCancellation()
          report = .success(
            try await picker.list.perform { list in
              var settings = PickList<Item>.SelectionSettings(of: list)
              change(&settings)
              return try list.setSelectionFilters(settings.filters, mode: settings.mode)
            })
        } catch {
          report = .failure(error)
        }
        await picker.list.perform { list in
          picker.asked.withLock { asked in
            asked.selectionEdits -= 1
            // Until the last change is done, the list does not have what was requested.
            if asked.selectionEdits == 0 { asked.selection = .init(of: list) }
          }
        }
        return try report.get()
      }
    }
  }

  // MARK: Changing

  /// Carries out a selection request; the other functions are special cases of it.
  ///
  /// - Returns: The intent, whose value is the outcome. It does not fail if filters refuse the
  ///   request: the outcome says why.
  @discardableResult
  public func request(_ request: SelectionRequest) -> PickListIntent<SelectionOutcome> {
    picker.ask { try $0.select(request) }
  }

  /// Selects items.
  @discardableResult
  public func select(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> { select(ids) }

  /// Selects items.
  @discardableResult
  public func select(_ ids: some Sequence<Item.ID>) -> PickListIntent<SelectionOutcome> {
    request(.select(rows(ids)))
  }

  /// Deselects items.
  @discardableResult
  public func deselect(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> { deselect(ids) }

  /// Deselects items.
  @discardableResult
  public func deselect(_ ids: some Sequence<Item.ID>) -> PickListIntent<SelectionOutcome> {
    request(.deselect(rows(ids)))
  }

  /// Selects those of the items that are not selected, and deselects the others.
  @discardableResult
  public func toggle(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> { toggle(ids) }

  /// Selects those of the items that are not selected, and deselects the others.
  @discardableResult
  public func toggle(_ ids: some Sequence<Item.ID>) -> PickListIntent<SelectionOutcome> {
    request(.toggle(rows(ids)))
  }

  /// Selects items, and deselects all others.
  @discardableResult
  public func replace(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> { replace(ids) }

  /// Selects items, and deselects all others.
  @discardableResult
  public func replace(_ ids: some Sequence<Item.ID>) -> PickListIntent<SelectionOutcome> {
    request(.replace(rows(ids)))
  }

  /// Selects two matching items and all items between them in shown order.
  @discardableResult
  public func extend(from first: Item.ID, to last: Item.ID) -> PickListIntent<SelectionOutcome> {
    request(.extend(from: rows([first])[0], to: rows([last])[0]))
  }

  /// Selects all matching items, visible or not, or those of another scope.
  @discardableResult
  public func all(_ scope: SelectionScope = .matching) -> PickListIntent<SelectionOutcome> {
    request(.all(scope))
  }

  /// Deselects all items, or those of a scope.
  @discardableResult
  public func none(_ scope: SelectionScope = .everything) -> PickListIntent<SelectionOutcome> {
    request(.none(scope))
  }

  /// Restores the selection before the last request that changed it.
  @discardableResult
  public func undo() -> PickListIntent<SelectionOutcome> { request(.undo) }

  /// Restores the selection that was undone last.
  @discardableResult
  public func redo() -> PickListIntent<SelectionOutcome> { request(.redo) }

  // MARK: Keeping

  /// Saves the selection under a name with the table of the picker, replacing any saved under it.
  ///
  ///     try await picker.selection.save("Friday").value
  ///
  /// - Returns: The intent, whose value is what was saved, durably. It fails if the picker has no
  ///   table to save it with, or if the table cannot be written.
  @discardableResult
  public func save(_ name: String) -> PickListIntent<SavedShortlist> {
    picker.add { try await $0.saveSelection(as: name) }
  }

  /// Replaces the selection with the one saved under a name, subject to the filters.
  ///
  /// - Returns: The intent, whose value has the outcome and the rows that no longer exist. It fails
  ///   if nothing has that name.
  @discardableResult
  public func load(_ name: String) -> PickListIntent<ShortlistOutcome> {
    picker.add { try await $0.loadSelection(name) }
  }

  /// The saved selections, by name.
  public var saved: PickListIntent<[SavedShortlist]> {
    picker.add { try await $0.savedSelections() }
  }

  /// Renames a saved selection.
  ///
  /// - Returns: The intent. It fails if nothing has the name, or if the new name is in use.
  @discardableResult
  public func rename(_ name: String, to newName: String) -> PickListIntent<Void> {
    picker.add { try await $0.renameSelection(name, to: newName) }
  }

  /// Deletes a saved selection; the current selection does not change.
  ///
  /// - Returns: The intent. It fails if nothing has that name.
  @discardableResult
  public func forget(_ name: String) -> PickListIntent<Void> {
    picker.add { try await $0.forgetSelection(name) }
  }

  private func rows(_ ids: some Sequence<Item.ID>) -> [RowID] {
    ids.map { picker.form.rowID($0.rowID) }
  }

  // MARK: Reading

  /// The selected items, in pick order.
  ///
  /// - Complexity: O(selected items)
  public var items: PickListIntent<[Item]> {
    picker.ask { [store = picker.store] list in
      store.all(list.selectedRows().map(\.id), list.engine)
    }
  }

  /// An overview of the selection: its size, whether it can be accepted and why not, undo and redo.
  ///
  /// - Complexity: O(log n + k) for k reported ids; k is at most 1000
  public var report: PickListIntent<SelectionReport> { picker.ask { try $0.selection() } }

  /// How many items of each shown section are selected.
  ///
  /// - Complexity: O(sections)
  public var sections: PickListIntent<SelectedSectionsReport> {
    picker.ask { try $0.selectedSections() }
  }
}

extension PickList.SelectionSettings {
  /// The settings of a list.
  fileprivate init(of list: isolated LiveList) {
    self.init(filters: list.selectionFilters, mode: list.selectionMode)
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
  /// Refuses to select items without a value of an attribute.
  public static func required(_ attribute: String) -> Self { Self(attribute: attribute) }
}
