// watchOS has UIKit, but neither of these views.
#if canImport(UIKit) && !os(watchOS)
  import ShortlistCore
  public import Shortlist
  public import UIKit

  extension UITableView {
    /// Shows an update of a picker, as one batch.
    ///
    /// The data are loaded again if everything is replaced, if sections move while rows change, or while the
    /// view is in no window. Visible cells are configured again after a change of their items or of the
    /// selection, so the data source must dequeue cells for the index path.
    ///
    ///     for try await update in picker.updates {
    ///       tableView.show(update) { update.apply(to: &sections) }
    ///     }
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - animation: How sections and rows appear, disappear and change.
    ///   - apply: Applies the update to the sections that the data source of the view reads. It is called
    ///     once, before the function returns.
    /// - Complexity: O(changes + visible rows)
    public func show<Item>(
      _ update: PickListUpdate<Item>, with animation: RowAnimation = .automatic,
      applying apply: @escaping () -> Void
    ) {
      let batch = update.batch
      if window == nil || update.changes == .reset || batch?.movesSectionsAmongRows == true {
        apply()
        reloadData()
        return
      }
      if let batch {
        performBatchUpdates {
          apply()
          self.makeCalls(of: batch, with: animation)
        }
      } else {
        apply()
      }
      if update.changesCells { reconfigureRows(at: indexPathsForVisibleRows ?? []) }
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
    /// The data are loaded again if everything is replaced, if sections move while rows change, or while the
    /// view is in no window. Visible cells are configured again after a change of their items or of the
    /// selection, so the data source must dequeue cells for the index path.
    ///
    ///     for try await update in picker.updates {
    ///       collectionView.show(update) { update.apply(to: &sections) }
    ///     }
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - apply: Applies the update to the sections that the data source of the view reads. It is called
    ///     once, before the function returns.
    /// - Complexity: O(changes + visible rows)
    public func show<Item>(
      _ update: PickListUpdate<Item>, applying apply: @escaping () -> Void
    ) {
      let batch = update.batch
      if window == nil || update.changes == .reset || batch?.movesSectionsAmongRows == true {
        apply()
        reloadData()
        return
      }
      if let batch {
        performBatchUpdates {
          apply()
          self.makeCalls(of: batch)
        }
      } else {
        apply()
      }
      if update.changesCells { reconfigureItems(at: indexPathsForVisibleItems) }
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

  extension NSDiffableDataSourceSnapshot {
    /// Creates a snapshot of the sections of a picker, with the identifiers of sections and items.
    ///
    ///     for try await update in picker.updates {
    ///       update.apply(to: &sections)
    ///       await tableSource.apply(NSDiffableDataSourceSnapshot(sections, reconfiguring: update))
    ///     }
    ///
    /// - Parameters:
    ///   - sections: The sections after the update.
    ///   - update: The update, whose changed rows are configured again; nil, or a reset, for none.
    /// - Complexity: O(rows)
    public init<Item: Identifiable & Sendable>(
      _ sections: [PickListSection<Item>], reconfiguring update: PickListUpdate<Item>? = nil
    ) where SectionIdentifierType == PickListSection<Item>.ID, ItemIdentifierType == Item.ID {
      self.init()
      let changesCell = update?.changesCell ?? { _ in false }
      for section in sections {
        appendSections([section.id])
        appendItems(section.rows.map(\.id), toSection: section.id)
        reconfigureItems(section.rows.filter { changesCell($0.rowID) }.map(\.id))
      }
    }
  }
#endif
