import Shortlist
import ShortlistCore

extension PickListUpdate {
  /// The batch of calls; nil if no row is inserted, deleted, moved or changed, and after a reset.
  var batch: BatchUpdates? {
    if case .changes(let changes) = changes { BatchUpdates(changes) } else { nil }
  }

  /// Whether cells of rows that stay show something else: their items or the selection have changed.
  var changesCells: Bool {
    guard let batch else { return selection != nil }
    return selection != nil || !batch.reloadedRows.isEmpty || !batch.reconfiguredRows.isEmpty
  }

  /// Whether the cell of a row that stays shows something else; after a reset, no row stays.
  ///
  /// - Returns: A function of a row's id.
  var changesCell: (RowID) -> Bool {
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
