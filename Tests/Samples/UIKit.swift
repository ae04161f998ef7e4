// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

// What the samples use of UIKit, in outline, to compile them where it is not: declarations that do
// nothing.

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
}

@MainActor
open class UIWindow {}

@MainActor
open class UITableView {
  public enum RowAnimation { case automatic }

  public init() {}
  public var window: UIWindow? { nil }
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {}
  public func reloadData() {}
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {}
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {}
  public func moveSection(_ section: Int, toSection newSection: Int) {}
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {}
  public var indexPathsForVisibleRows: [IndexPath]? { nil }
  public func reconfigureRows(at indexPaths: [IndexPath]) {}
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
}

@MainActor
open class UICollectionView {
  public init() {}
  public var window: UIWindow? { nil }
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {}
  public func reloadData() {}
  public func insertSections(_ sections: IndexSet) {}
  public func deleteSections(_ sections: IndexSet) {}
  public func moveSection(_ section: Int, toSection newSection: Int) {}
  public func insertItems(at indexPaths: [IndexPath]) {}
  public func deleteItems(at indexPaths: [IndexPath]) {}
  public func reloadItems(at indexPaths: [IndexPath]) {}
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {}
  public func reconfigureItems(at indexPaths: [IndexPath]) {}
  public var indexPathsForVisibleItems: [IndexPath] { [] }
}

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {}
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil
  ) {}
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {}
}

@MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public init() {}
  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {}
  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {}
  public func applySnapshotUsingReloadData(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
  ) async {}
}
