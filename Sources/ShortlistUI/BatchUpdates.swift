public import Foundation
public import ShortlistCore

/// The arguments of the calls by which a table or collection view shows a changeset in one batch.
///
/// Deleted and reloaded rows, and the origins of moves, are index paths before the change. Inserted
/// rows and the targets of moves are index paths after it.
///
///     let batch = BatchUpdates(changes)
///     print(batch.deletedRows, batch.insertedRows)
///
/// `show(_:with:applying:)` of a table view and `show(_:applying:)` of a collection view make these
/// calls.
public struct BatchUpdates: Hashable, Sendable {
  /// A move from a place before the change to a place after it.
  public struct Move<Place: Hashable & Sendable>: Hashable, Sendable {
    /// The place before the change.
    public var from: Place
    /// The place after the change.
    public var to: Place
  }

  /// The sections that are gone, before the change.
  public var deletedSections = IndexSet()
  /// The new sections, after the change.
  public var insertedSections = IndexSet()
  /// The sections that move.
  public var movedSections: [Move<Int>] = []
  /// The rows that are gone, before the change.
  public var deletedRows: [IndexPath] = []
  /// The new rows, after the change.
  public var insertedRows: [IndexPath] = []
  /// The rows that move.
  public var movedRows: [Move<IndexPath>] = []
  /// The rows that have changed and do not move, before the change.
  public var reloadedRows: [IndexPath] = []
  /// The rows that have changed and move, after the change.
  ///
  /// A view cannot reload a row that it moves in the same batch.
  public var reconfiguredRows: [IndexPath] = []

  /// Whether sections move while rows change.
  ///
  /// The rules of table and collection views allow this in one batch, but the views do not carry it
  /// out reliably: load their data again instead.
  public var movesSectionsAmongRows: Bool {
    let hasRows =
      !deletedRows.isEmpty || !insertedRows.isEmpty || !movedRows.isEmpty || !reloadedRows.isEmpty
    return hasRows && !movedSections.isEmpty
  }

  /// Whether rows that stay have changed.
  var changesStayingRows: Bool { !reloadedRows.isEmpty || !reconfiguredRows.isEmpty }

  /// Creates the arguments for a changeset.
  ///
  /// - Complexity: O(changes)
  public init<ID>(_ changes: Changeset<ID>) {
    for change in changes.sections {
      switch change {
      case .delete(let from, _): deletedSections.insert(from)
      case .insert(let to, _, _): insertedSections.insert(to)
      case .move(let from, let to, _): movedSections.append(Move(from: from, to: to))
      }
    }
    for change in changes.rows {
      switch change {
      case .delete(_, let from): deletedRows.append(IndexPath(from))
      case .insert(_, let to): insertedRows.append(IndexPath(to))
      case .update(_, let from): reloadedRows.append(IndexPath(from))
      case .move(_, let from, let to, let isUpdated):
        movedRows.append(Move(from: IndexPath(from), to: IndexPath(to)))
        if isUpdated { reconfiguredRows.append(IndexPath(to)) }
      }
    }
  }
}

extension IndexPath {
  /// Creates the index path of a section and a row, or an item.
  fileprivate init<ID>(_ place: Changeset<ID>.Place) {
    self.init(indexes: [place.section, place.row])
  }
}
