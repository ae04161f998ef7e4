#if canImport(UIKit)
  import ShortlistCore
  public import Shortlist
  public import UIKit

  extension UITableView {
    /// Shows an update of a picker, as one batch unless everything is replaced.
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
      if update.changes == .reset {
        apply()
        reloadData()
        return
      }
      var isReconfigured = update.selection != nil
      if case .changes(let changes) = update.changes {
        let batch = BatchUpdates(changes)
        isReconfigured = isReconfigured || !batch.reconfiguredRows.isEmpty
        performBatchUpdates {
          apply()
          self.perform(batch, with: animation)
        }
      } else {
        apply()
      }
      if isReconfigured { reconfigureRows(at: indexPathsForVisibleRows ?? []) }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func perform(_ batch: BatchUpdates, with animation: RowAnimation) {
      deleteSections(batch.deletedSections, with: animation)
      insertSections(batch.insertedSections, with: animation)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteRows(at: batch.deletedRows, with: animation)
      insertRows(at: batch.insertedRows, with: animation)
      for move in batch.movedRows { moveRow(at: move.from, to: move.to) }
      reloadRows(at: batch.reloadedRows, with: animation)
    }
  }

  extension UICollectionView {
    /// Shows an update of a picker, as one batch unless everything is replaced.
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
      if update.changes == .reset {
        apply()
        reloadData()
        return
      }
      var isReconfigured = update.selection != nil
      if case .changes(let changes) = update.changes {
        let batch = BatchUpdates(changes)
        isReconfigured = isReconfigured || !batch.reconfiguredRows.isEmpty
        performBatchUpdates {
          apply()
          self.perform(batch)
        }
      } else {
        apply()
      }
      if isReconfigured { reconfigureItems(at: indexPathsForVisibleItems) }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func perform(_ batch: BatchUpdates) {
      deleteSections(batch.deletedSections)
      insertSections(batch.insertedSections)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteItems(at: batch.deletedRows)
      insertItems(at: batch.insertedRows)
      for move in batch.movedRows { moveItem(at: move.from, to: move.to) }
      reloadItems(at: batch.reloadedRows)
    }
  }

  extension NSDiffableDataSourceSnapshot {
    /// Creates a snapshot of the sections of a picker, whose identifiers are their names.
    ///
    ///     for try await update in picker.updates {
    ///       update.apply(to: &sections)
    ///       tableSource.apply(NSDiffableDataSourceSnapshot(sections, reconfiguring: update))
    ///     }
    ///
    /// - Parameters:
    ///   - sections: The sections after the update.
    ///   - update: The update, whose changed rows are configured again; nil for none.
    /// - Complexity: O(rows)
    public init<Item: Identifiable & Sendable>(
      _ sections: [PickListSection<Item>], reconfiguring update: PickListUpdate<Item>? = nil
    ) where SectionIdentifierType == String, ItemIdentifierType == Item.ID {
      self.init()
      let needsConfiguring = update?.needsConfiguring ?? { _ in false }
      for section in sections {
        appendSections([section.name])
        appendItems(section.rows.map(\.id), toSection: section.name)
        reconfigureItems(section.rows.filter { needsConfiguring($0.rowID) }.map(\.id))
      }
    }
  }
#endif
