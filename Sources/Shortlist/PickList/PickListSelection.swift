import Synchronization

/// What is selected of a picker's items, under which filters.
///
///     picker.selection.filters = [.maximum(10), .required("phone")]
///     let outcome = try await picker.selection.toggle(ann.id).value
///     outcome.refusals.map(\.reason)  // "phone is missing"
///     try await picker.selection.items.value
///
/// Items stay selected while a search hides them. A request is carried out as a whole under the
/// filters, or refused with the reason of one of them; that is no error.
public struct PickListSelection<Item: Identifiable & Sendable>: Sendable where Item.ID: PickListID {
  let picker: PickList<Item>

  // MARK: Filters

  /// The filters asked for, in the order in which they are asked.
  ///
  /// If one of them asks for what cannot be, the ones before hold on; `setFilters` tells why.
  public var filters: [any SelectionFilter] {
    get { picker.asked.withLock(\.selectionFilters) }
    nonmutating set { setFilters(newValue, mode: mode) }
  }

  /// Whether one item can be selected, or many.
  public var mode: SelectionMode {
    get { picker.asked.withLock(\.selectionMode) }
    nonmutating set { setFilters(filters, mode: newValue) }
  }

  /// Replaces the filters; no item is taken out.
  ///
  /// - Returns: How the selection stands to them. The intent fails for a negative limit, an attribute
  ///   that is not there and a filter text that cannot be; the filters then stay as they were.
  @discardableResult
  public func setFilters(
    _ filters: [any SelectionFilter], mode: SelectionMode = .multiple
  ) -> PickListIntent<SelectionRulesReport> {
    picker.asked.withLock { asked in
      (asked.selectionFilters, asked.selectionMode) = (filters, mode)
      return picker.ask { [picker] list in
        do {
          return try list.setSelectionFilters(filters, mode: mode)
        } catch {
          let former = (list.selectionFilters, list.selectionMode)
          picker.asked.withLock { ($0.selectionFilters, $0.selectionMode) = former }
          throw error
        }
      }
    }
  }

  /// Adds a filter, to be asked after the others.
  @discardableResult
  public func add(_ filter: any SelectionFilter) -> PickListIntent<SelectionRulesReport> {
    setFilters(filters + [filter], mode: mode)
  }

  /// Removes a filter, which says and signals nothing from now on.
  @discardableResult
  public func remove(
    _ filter: any SelectionFilter & AnyObject
  ) -> PickListIntent<SelectionRulesReport> {
    setFilters(filters.filter { $0 as AnyObject !== filter }, mode: mode)
  }

  // MARK: Changing

  /// Carries out a request, of which the other functions are special cases.
  ///
  /// - Returns: What became of it. A request that filters refuse does not fail: the outcome says why.
  @discardableResult
  public func request(_ request: SelectionRequest) -> PickListIntent<SelectionOutcome> {
    picker.ask { try $0.select(request) }
  }

  /// Adds items.
  @discardableResult
  public func select(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> {
    request(.select(rows(ids)))
  }

  /// Takes items out.
  @discardableResult
  public func deselect(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> {
    request(.deselect(rows(ids)))
  }

  /// Adds those of the items that are not selected, and takes out those that are.
  @discardableResult
  public func toggle(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> {
    request(.toggle(rows(ids)))
  }

  /// Adds items, and takes all others out.
  @discardableResult
  public func replace(_ ids: Item.ID...) -> PickListIntent<SelectionOutcome> {
    request(.replace(rows(ids)))
  }

  /// Adds two items that match the query, and all between them in shown order.
  @discardableResult
  public func extend(from first: Item.ID, to last: Item.ID) -> PickListIntent<SelectionOutcome> {
    request(.extend(from: rows([first])[0], to: rows([last])[0]))
  }

  /// Adds all items that match the query, visible or not, or those of another scope.
  @discardableResult
  public func all(_ scope: SelectionScope = .matching) -> PickListIntent<SelectionOutcome> {
    request(.all(scope))
  }

  /// Takes all items out, or those of a scope.
  @discardableResult
  public func none(_ scope: SelectionScope = .everything) -> PickListIntent<SelectionOutcome> {
    request(.none(scope))
  }

  /// Goes back to the selection before the last request that changed it.
  @discardableResult
  public func undo() -> PickListIntent<SelectionOutcome> { request(.undo) }

  /// Does again what was undone last.
  @discardableResult
  public func redo() -> PickListIntent<SelectionOutcome> { request(.redo) }

  // MARK: Keeping

  /// Keeps the selection under a name with the table of the picker, in place of one that has it.
  ///
  ///     try await picker.selection.save("Friday").value
  ///
  /// - Returns: What was kept; it is durable then. The intent fails if there is no table to keep it
  ///   with, or if that cannot be written.
  @discardableResult
  public func save(_ name: String) -> PickListIntent<SavedShortlist> {
    picker.add { try await $0.saveSelection(as: name) }
  }

  /// Replaces the selection by the one that is kept under a name, under the filters.
  ///
  /// - Returns: What became of it, and which items are not there any more. The intent fails if there is
  ///   none of that name.
  @discardableResult
  public func load(_ name: String) -> PickListIntent<ShortlistOutcome> {
    picker.add { try await $0.loadSelection(name) }
  }

  /// What is kept, by name.
  public var saved: PickListIntent<[SavedShortlist]> {
    picker.add { try await $0.savedSelections() }
  }

  /// Gives what is kept under a name another one.
  ///
  /// - Returns: The end of it. The intent fails if there is none of that name, or one of the new name.
  @discardableResult
  public func rename(_ name: String, to newName: String) -> PickListIntent<Void> {
    picker.add { try await $0.renameSelection(name, to: newName) }
  }

  /// Keeps what has a name no longer; the selection stays.
  ///
  /// - Returns: The end of it. The intent fails if there is none of that name.
  @discardableResult
  public func forget(_ name: String) -> PickListIntent<Void> {
    picker.add { try await $0.forgetSelection(name) }
  }

  private func rows(_ ids: [Item.ID]) -> [RowID] { ids.map { picker.form.rowID($0.rowID) } }

  // MARK: Reading

  /// The selected items, in the order in which they were picked.
  ///
  /// - Complexity: O(selected items)
  public var items: PickListIntent<[Item]> {
    picker.ask { [store = picker.store] list in
      store.all(list.selectedRows().map(\.id), list.engine)
    }
  }

  /// The selection at a glance: how many, whether it can be accepted and why not, what can be undone.
  ///
  /// - Complexity: O(log n) beside the ids told, of which there are 1000 at most
  public var report: PickListIntent<SelectionReport> { picker.ask { try $0.selection() } }

  /// How much of each shown section is selected.
  ///
  /// - Complexity: O(sections)
  public var sections: PickListIntent<SelectedSectionsReport> {
    picker.ask { try $0.selectedSections() }
  }
}

extension SelectionFilter where Self == MaximumSelectedCountSelectionFilter {
  /// Lets no more than so many items be selected.
  public static func maximum(_ count: Int) -> Self { Self(maximumSelectedCount: count) }
}

extension SelectionFilter where Self == MinimumSelectedCountSelectionFilter {
  /// Lets no item be taken out when so many are left.
  public static func minimum(_ count: Int) -> Self { Self(minimumSelectedCount: count) }
}

extension SelectionFilter where Self == RequiredFieldSelectionFilter {
  /// Lets no item be selected that has no value of an attribute.
  public static func required(_ attribute: String) -> Self { Self(attribute: attribute) }
}
