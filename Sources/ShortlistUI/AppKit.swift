#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import ShortlistCore
  public import Shortlist

  extension NSCollectionView {
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
      var isReloaded = update.selection != nil
      if case .changes(let changes) = update.changes {
        let batch = BatchUpdates(changes)
        isReloaded = isReloaded || !batch.reconfiguredRows.isEmpty
        performBatchUpdates {
          apply()
          self.perform(batch)
        }
      } else {
        apply()
      }
      if isReloaded { reloadItems(at: indexPathsForVisibleItems()) }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func perform(_ batch: BatchUpdates) {
      deleteSections(batch.deletedSections)
      insertSections(batch.insertedSections)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteItems(at: Set(batch.deletedRows))
      insertItems(at: Set(batch.insertedRows))
      for move in batch.movedRows { moveItem(at: move.from, to: move.to) }
      reloadItems(at: Set(batch.reloadedRows))
    }
  }

  extension NSDiffableDataSourceSnapshot {
    /// Creates a snapshot of the sections of a picker, whose identifiers are their names.
    ///
    ///     for try await update in picker.updates {
    ///       update.apply(to: &sections)
    ///       collectionSource.apply(NSDiffableDataSourceSnapshot(sections, reloading: update))
    ///     }
    ///
    /// - Parameters:
    ///   - sections: The sections after the update.
    ///   - update: The update, whose changed rows are loaded again; nil for none.
    /// - Complexity: O(rows)
    public init<Item: Identifiable & Sendable>(
      _ sections: [PickListSection<Item>], reloading update: PickListUpdate<Item>? = nil
    ) where SectionIdentifierType == String, ItemIdentifierType == Item.ID {
      self.init()
      let needsConfiguring = update?.needsConfiguring ?? { _ in false }
      for section in sections {
        appendSections([section.name])
        appendItems(section.rows.map(\.id), toSection: section.name)
        reloadItems(section.rows.filter { needsConfiguring($0.rowID) }.map(\.id))
      }
    }
  }
#endif
