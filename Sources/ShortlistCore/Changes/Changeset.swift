/// The differences between the visible rows before and after a change, as one batch.
///
/// Every position belongs to one of two index spaces, regardless of the other changes in the batch
/// and of their order: deletes, updates and the origins of moves are positions *before* the change;
/// inserts and the targets of moves are positions *after* it.
///
///     changes.apply(to: &books) { id in library[id] }
///
/// To apply a changeset:
/// 1. Replace the updated rows.
/// 2. Remove the deleted and moved rows, then the deleted sections (with their remaining rows) and
///    the moved sections.
/// 3. Insert the inserted and moved sections in ascending order of their targets, then the inserted
///    and moved rows in the same way. All others keep their order.
///
/// For example, from `a b c d` to `d a x c`, where the contents of `c` changed:
///
/// ```text
/// -0:1(2)        delete   b, at 1 before
/// *0:2(3)        update   c, at 2 before
/// 0:3>0:0(4)     move     d, from 3 before to 0 after
/// +0:2(5)        insert   x, at 2 after
/// ```
///
/// These are the rules of a table view's batch updates (`performBatchUpdates`). Every changeset
/// meets the requirements of such a view:
/// - No position before is deleted, moved or updated twice. No position after is inserted or moved
///   to twice. No row has both a move and an update: a move itself says whether its row is
///   `updated`.
/// - Rows of a deleted or inserted section have no changes of their own; the insert of a section
///   lists its rows. A row that moves between a section that stays and one that comes or goes is
///   only a delete or only an insert.
/// - A section may move while rows in it, to it and from it change.
/// - For every section that stays, rows before − deleted − moved away + inserted + moved to it =
///   rows after. The same holds for the sections.
///
/// For a view that reloads updated rows, use the position before. If a row is moved and updated,
/// redraw it at its target after the batch. If a view performs each call immediately, make the
/// calls in the order above, and remove from the highest position down.
public struct Changeset<ID: Hashable & Sendable>: Hashable, Sendable {
  /// A change of a section.
  ///
  ///     for case .insert(let to, let name, _) in changes.sections { print(name, "at", to) }
  public enum SectionChange: Hashable, Sendable {
    /// The section at `from`, before the change, is gone, with its rows.
    case delete(from: Int, name: String)
    /// A section appeared at `to`, after the change, with these visible rows.
    case insert(to: Int, name: String, ids: [ID])
    /// A section moved from `from` before the change to `to` after it.
    case move(from: Int, to: Int, name: String)
  }

  /// A change of a row.
  ///
  ///     for case .update(let id, let from) in changes.rows { print(id, from.section, from.row) }
  public enum RowChange: Hashable, Sendable {
    /// The row at `from`, before the change, is no longer visible.
    case delete(ID, from: Place)
    /// The row became visible at `to`, after the change.
    case insert(ID, to: Place)
    /// The row moved from `from` before the change to `to` after it.
    case move(ID, from: Place, to: Place, updated: Bool)
    /// The row at `from`, before the change, has changed members.
    case update(ID, from: Place)
  }

  /// The index of a section among the shown sections, and of a row among its visible rows.
  public struct Place: Hashable, Comparable, Sendable {
    /// The index of the section.
    public var section: Int
    /// The index of the row.
    public var row: Int

    /// Creates a place.
    public init(section: Int, row: Int) {
      self.section = section
      self.row = row
    }

    /// Returns whether one place precedes another: in an earlier section, or earlier in the same
    /// one.
    public static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
  }

  /// The changes of sections.
  public var sections: [SectionChange]
  /// The changes of rows in sections that exist before and after.
  public var rows: [RowChange]

  /// Creates a changeset.
  public init(sections: [SectionChange] = [], rows: [RowChange] = []) {
    self.sections = sections
    self.rows = rows
  }

  /// Whether there is nothing to report.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

/// The effect of a request or commit on the visible rows.
///
///     switch try await picker.search("mü").changes {
///     case .changes(let changes): print(changes.notation)
///     case .reset: controller.reload()
///     case nil: break
///     }
public enum VisibleChanges<ID: Hashable & Sendable>: Hashable, Sendable {
  /// So many rows are visible that reading the windows again is cheaper than a changeset.
  case reset
  /// The changes; at least one.
  case changes(Changeset<ID>)
}

extension Changeset {
  /// Returns the changes with each id replaced; nil if an id has no replacement.
  ///
  /// - Complexity: O(changes, and ids of inserted sections)
  func mapIDs<Other>(_ other: (ID) -> Other?) -> Changeset<Other>? {
    var changes = Changeset<Other>()
    for change in sections {
      switch change {
      case .delete(let from, let name): changes.sections.append(.delete(from: from, name: name))
      case .insert(let to, let name, let ids):
        let others = ids.compactMap(other)
        if others.count < ids.count { return nil }
        changes.sections.append(.insert(to: to, name: name, ids: others))
      case .move(let from, let to, let name):
        changes.sections.append(.move(from: from, to: to, name: name))
      }
    }
    changes.rows.reserveCapacity(rows.count)
    for change in rows {
      guard let id = other(change.id) else { return nil }
      switch change {
      case .delete(_, let from): changes.rows.append(.delete(id, from: .init(from)))
      case .insert(_, let to): changes.rows.append(.insert(id, to: .init(to)))
      case .move(_, let from, let to, let updated):
        changes.rows.append(.move(id, from: .init(from), to: .init(to), updated: updated))
      case .update(_, let from): changes.rows.append(.update(id, from: .init(from)))
      }
    }
    return changes
  }
}

extension Changeset.RowChange {
  /// The id of the row.
  fileprivate var id: ID {
    switch self {
    case .delete(let id, _), .insert(let id, _), .move(let id, _, _, _), .update(let id, _): id
    }
  }
}

extension Changeset.Place {
  /// Creates the same place among rows with other ids.
  fileprivate init<Other>(_ place: Changeset<Other>.Place) {
    self.init(section: place.section, row: place.row)
  }
}

extension VisibleChanges where ID: PickListID {
  /// Creates the changes for items from those for their rows; a reset if no item can have the id of
  /// a row.
  ///
  /// - Complexity: O(changes, and ids of inserted sections)
  package init(_ rows: VisibleChanges<RowID>) {
    if case .changes(let changes) = rows, let changes = changes.mapIDs(ID.init(rowID:)) {
      self = .changes(changes)
    } else {
      self = .reset
    }
  }
}
