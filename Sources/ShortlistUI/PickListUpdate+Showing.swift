import Shortlist
import ShortlistCore

extension PickListUpdate {
  /// Shows the update in a table or collection view, as one batch where that is possible.
  ///
  /// A view that is in no window reads its data when it gets one: until then, it may not know the
  /// rows before the update.
  ///
  /// - Parameters:
  ///   - isInWindow: Whether the view is in a window.
  ///   - apply: Applies the update to the data of the view.
  ///   - reload: Makes the view read its data again.
  ///   - perform: Performs the calls of a batch, and calls `apply` among them.
  ///   - configure: Configures the visible cells again.
  @MainActor func show(
    isInWindow: Bool, applying apply: () -> Void, reload: () -> Void,
    perform: (BatchUpdates) -> Void, configure: () -> Void
  ) {
    var batch: BatchUpdates?
    if case .changes(let changes) = changes { batch = BatchUpdates(changes) }
    if !isInWindow || changes == .reset || batch?.movesSectionsAmongRows == true {
      apply()
      reload()
      return
    }
    if let batch { perform(batch) } else { apply() }
    if selection != nil || batch?.changesStayingRows == true { configure() }
  }

  /// Whether a row that stays shows something else, because its item or its selection has changed.
  ///
  /// - Returns: A function of an item's id. After a reset, no row stays.
  var changesRow: (Item.ID) -> Bool {
    if changes == .reset { return { _ in false } }
    if selection?.isReset == true { return { _ in true } }
    var ids = Set(selection.map { $0.added + $0.removed } ?? [])
    if case .changes(let changes) = changes {
      for change in changes.rows {
        switch change {
        case .update(let id, _), .move(let id, _, _, updated: true): ids.insert(id)
        case .delete, .insert, .move: break
        }
      }
    }
    return ids.contains
  }
}
