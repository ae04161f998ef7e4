// watchOS has UIKit, but neither of these views.
#if canImport(UIKit) && !os(watchOS)
  import ShortlistCore
  public import Shortlist
  public import UIKit

  extension UITableView {
    /// Shows an update of a picker, as one batch.
    ///
    /// The data are loaded again if everything is replaced, if sections move while rows change, or
    /// while the view is in no window. Visible cells are configured again after a change of their
    /// items or of the selection, so the data source must dequeue cells for the index path.
    ///
    ///     for try await update in picker.updates {
    ///       tableView.show(update) { update.apply(to: &sections) }
    ///     }
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - animation: How sections and rows appear, disappear and change.
    ///   - apply: Applies the update to the sections that the data source of the view reads. It is
    ///     called once, before the function returns.
    /// - Complexity: O(changes + visible rows)
    public func show<Item>(
      _ update: PickListUpdate<Item>, with animation: RowAnimation = .automatic,
      applying apply: @escaping () -> Void
    ) {
      update.show(isInWindow: window != nil, applying: apply) {
        reloadData()
      } perform: { batch in
        performBatchUpdates {
          apply()
          self.makeCalls(of: batch, with: animation)
        }
      } configure: {
        reconfigureRows(at: indexPathsForVisibleRows ?? [])
      }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func makeCalls(of batch: BatchUpdates, with animation: RowAnimation) {
      deleteSections(batch.deletedSections, with: animation)
      insertSections(batch.insertedSections, with: animation)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteRows(at: batch.deletedRows, with: animation)
      insertRows(at: batch.insertedRows, with: animation)
      for move in batch.movedRows { moveRow(at: move.from, to: move.to) }
    }
  }

  extension UICollectionView {
    /// Shows an update of a picker, as one batch.
    ///
    /// The data are loaded again if everything is replaced, if sections move while rows change, or
    /// while the view is in no window. Visible cells are configured again after a change of their
    /// items or of the selection, so the data source must dequeue cells for the index path.
    ///
    ///     for try await update in picker.updates {
    ///       collectionView.show(update) { update.apply(to: &sections) }
    ///     }
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - apply: Applies the update to the sections that the data source of the view reads. It is
    ///     called once, before the function returns.
    /// - Complexity: O(changes + visible rows)
    public func show<Item>(
      _ update: PickListUpdate<Item>, applying apply: @escaping () -> Void
    ) {
      update.show(isInWindow: window != nil, applying: apply) {
        reloadData()
      } perform: { batch in
        performBatchUpdates {
          apply()
          self.makeCalls(of: batch)
        }
      } configure: {
        reconfigureItems(at: indexPathsForVisibleItems)
      }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func makeCalls(of batch: BatchUpdates) {
      deleteSections(batch.deletedSections)
      insertSections(batch.insertedSections)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteItems(at: batch.deletedRows)
      insertItems(at: batch.insertedRows)
      for move in batch.movedRows { moveItem(at: move.from, to: move.to) }
    }
  }
#endif
