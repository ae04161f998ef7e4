#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import ShortlistCore
  public import Shortlist

  extension NSCollectionView {
    /// Shows an update of a picker, as one batch.
    ///
    /// The data are loaded again if everything is replaced, if sections move while rows change, or
    /// while the view is in no window.
    ///
    ///     for try await update in picker.updates {
    ///       collectionView.show(update) { item, path in
    ///         configure(item, at: path)
    ///       } applying: {
    ///         update.apply(to: &sections)
    ///       }
    ///     }
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - configure: Shows the row at an index path in a visible item, after a change of its
    ///     contents or of the selection.
    ///   - apply: Applies the update to the sections that the data source of the view reads. It is
    ///     called once, before the function returns.
    /// - Complexity: O(changes + visible rows)
    public func show<Item>(
      _ update: PickListUpdate<Item>,
      configuring configure: (NSCollectionViewItem, IndexPath) -> Void,
      applying apply: @escaping () -> Void
    ) {
      update.show(isInWindow: window != nil, applying: apply) {
        reloadData()
      } perform: { batch in
        performBatchUpdates {
          apply()
          self.makeCalls(of: batch)
        }
      } configure: {
        for path in indexPathsForVisibleItems() {
          if let item = item(at: path) { configure(item, path) }
        }
      }
    }

    /// Makes the calls of a batch, inside `performBatchUpdates`.
    private func makeCalls(of batch: BatchUpdates) {
      deleteSections(batch.deletedSections)
      insertSections(batch.insertedSections)
      for move in batch.movedSections { moveSection(move.from, toSection: move.to) }
      deleteItems(at: Set(batch.deletedRows))
      insertItems(at: Set(batch.insertedRows))
      for move in batch.movedRows { moveItem(at: move.from, to: move.to) }
    }
  }
#endif
