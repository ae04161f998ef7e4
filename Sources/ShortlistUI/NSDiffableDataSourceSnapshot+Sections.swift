#if canImport(UIKit) && !os(watchOS)
  import ShortlistCore
  public import Shortlist
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
  import ShortlistCore
  public import Shortlist
#endif

#if (canImport(UIKit) && !os(watchOS)) || canImport(AppKit)
  extension NSDiffableDataSourceSnapshot {
    /// Creates a snapshot of the sections of a picker, with the identifiers of sections and items.
    ///
    ///     for try await update in picker.updates {
    ///       update.apply(to: &sections)
    ///       await tableSource.apply(
    ///         NSDiffableDataSourceSnapshot(sections, after: update), animatingDifferences: true)
    ///     }
    ///
    /// - Parameters:
    ///   - sections: The sections after the update.
    ///   - update: The update. The cells of rows that it changed are configured again, or loaded
    ///     again in AppKit. If it is nil or a reset, none are.
    /// - Complexity: O(rows)
    public init<Item: Identifiable & Sendable>(
      _ sections: [PickListSection<Item>], after update: PickListUpdate<Item>? = nil
    )
    where
      Item.ID: PickListID, SectionIdentifierType == PickListSection<Item>.ID,
      ItemIdentifierType == Item.ID
    {
      self.init()
      let changesRow = update?.changesRow ?? { _ in false }
      for section in sections {
        appendSections([section.id])
        appendItems(section.rows.map(\.id), toSection: section.id)
        let changed = section.rows.map(\.id).filter(changesRow)
        #if canImport(UIKit)
          reconfigureItems(changed)
        #else
          reloadItems(changed)
        #endif
      }
    }
  }
#endif
