// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

// What ShortlistUI uses of AppKit, in outline, to compile it where it is not: declarations that do
// nothing.

@MainActor
open class NSWindow {}

@MainActor
open class NSCollectionViewItem {}

@MainActor
open class NSCollectionView {
  public init() {}
  public var window: NSWindow? { nil }
  public func item(at indexPath: IndexPath) -> NSCollectionViewItem? { nil }
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
  ) {}
  public func reloadData() {}
  public func insertSections(_ sections: IndexSet) {}
  public func deleteSections(_ sections: IndexSet) {}
  public func moveSection(_ section: Int, toSection newSection: Int) {}
  public func insertItems(at indexPaths: Set<IndexPath>) {}
  public func deleteItems(at indexPaths: Set<IndexPath>) {}
  public func reloadItems(at indexPaths: Set<IndexPath>) {}
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
  public func indexPathsForVisibleItems() -> Set<IndexPath> { [] }
}

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil
  ) {}
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {}
}
