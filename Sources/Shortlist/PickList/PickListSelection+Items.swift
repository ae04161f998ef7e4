extension PickListSelection {
  // MARK: Filters that see items

  /// Returns a filter that decides about the items themselves, also by properties that are no
  /// fields.
  ///
  ///     let friends = picker.selection.filter { contacts in contacts.filter { $0.tags.contains("friend") } }
  ///     try await picker.selection.add(friends)
  ///
  /// The closures run on the actor that owns the list.
  ///
  /// - Parameters:
  ///   - reason: Why an item is refused, as a sentence for people.
  ///   - selecting: Receives the items that would be selected, in order, and returns those that may
  ///     be; nil refuses the whole request.
  /// - Returns: The filter, which `add(_:)` adds and `remove(_:)` removes.
  public func filter(
    reason: String = "a filter refuses it",
    selecting: @escaping @Sendable ([Item]) -> [Item]?
  ) -> any SelectionFilter & AnyObject {
    ItemSelectionFilter(
      store: picker.store, form: picker.form, reason: reason, selecting: selecting,
      deselecting: nil)
  }

  /// Returns a filter that decides about the items themselves, also when they are deselected.
  ///
  /// - Parameters:
  ///   - reason: Why an item is refused, as a sentence for people.
  ///   - selecting: Receives the items that would be selected, in order, and returns those that may
  ///     be; nil refuses the whole request. Without the closure, all may be.
  ///   - deselecting: The same for the items that would be deselected.
  /// - Returns: The filter, which `add(_:)` adds and `remove(_:)` removes.
  public func filter(
    reason: String = "a filter refuses it",
    selecting: (@Sendable ([Item]) -> [Item]?)?,
    deselecting: @escaping @Sendable ([Item]) -> [Item]?
  ) -> any SelectionFilter & AnyObject {
    ItemSelectionFilter(
      store: picker.store, form: picker.form, reason: reason, selecting: selecting,
      deselecting: deselecting)
  }

  /// Calls a closure on the main actor with the items that an attempt failed to select or deselect,
  /// as long as an object lives.
  ///
  ///     picker.selection.observe(limit.onAttemptedToExceedMaximumCount, on: controller) {
  ///       controller, failed, event in
  ///       controller.show("\(event.count) are too many: \(failed.map(\.name))")
  ///     }
  ///
  /// - Parameters:
  ///   - signal: A signal of a filter of this selection.
  ///   - owner: The object that the closure receives; held weakly.
  ///   - body: Receives the first 1000 items that still exist, and the event with the number of
  ///     all.
  /// - Returns: The observation; cancel it to end before the owner goes.
  @discardableResult
  public func observe<Owner: AnyObject & Sendable>(
    _ signal: ListSignal<SelectionEvent<RowID>>, on owner: Owner,
    _ body: @escaping @MainActor @Sendable (Owner, [Item], SelectionEvent<Item.ID>) -> Void
  ) -> ListObservation {
    signal.observe(on: owner) { [weak picker] owner, event in
      let items = try? await picker?.read(.rows(event.ids)) { [weak picker] reading in
        event.ids.compactMap { picker?.store.find($0, reading) }
      }
      body(owner, items ?? [], SelectionEvent(event))
    }
  }
}

/// A selection filter that sees the items of a picker.
private final class ItemSelectionFilter<Item: Identifiable & Sendable>: SelectionFilter
where Item.ID: PickListID {
  let reason: String
  private let store: ItemStore<Item>
  private let form: ItemForm<Item>
  private let selecting: (@Sendable ([Item]) -> [Item]?)?
  private let deselecting: (@Sendable ([Item]) -> [Item]?)?

  init(
    store: ItemStore<Item>, form: ItemForm<Item>, reason: String,
    selecting: (@Sendable ([Item]) -> [Item]?)?, deselecting: (@Sendable ([Item]) -> [Item]?)?
  ) {
    self.store = store
    self.form = form
    self.reason = reason
    self.selecting = selecting
    self.deselecting = deselecting
  }

  func filterForSelection(_ items: [SelectionItem]) -> [SelectionItem]? {
    filtered(items, by: selecting)
  }

  func filterForDeselection(_ items: [SelectionItem]) -> [SelectionItem]? {
    filtered(items, by: deselecting)
  }

  private func filtered(
    _ rows: [SelectionItem], by filter: (@Sendable ([Item]) -> [Item]?)?
  ) -> [SelectionItem]? {
    guard let filter else { return rows }
    guard let kept = filter(rows.compactMap(store.find)) else { return nil }
    let ids = Set(kept.map(form.rowID(of:)))
    return rows.filter { ids.contains($0.id) }
  }
}
