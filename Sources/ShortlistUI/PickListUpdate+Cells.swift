import Shortlist
import ShortlistCore

extension PickListUpdate {
  /// Whether the cell of a row that stays must be configured again, because its item or its selection
  /// has changed.
  ///
  /// - Returns: A function of a row's id.
  var needsConfiguring: (RowID) -> Bool {
    if selection?.isReset == true || changes == .reset { return { _ in true } }
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
