/// The differences between the visible rows before and after a change, as one batch.
///
/// Every position is in one of two index spaces, whatever else the batch holds and in whatever
/// order: deletes, updates and the origins of moves are positions *before* the change, inserts and
/// the targets of moves positions *after* it.
///
/// To apply a changeset:
/// 1. Replace the updated rows.
/// 2. Take out the deleted rows and the moved ones, then the deleted sections (with what is left
///    in them) and the moved ones.
/// 3. Put in the inserted and moved sections in ascending order of their targets, then the inserted
///    and moved rows likewise. All others keep their order.
///
/// For example, from `a b c d` to `d a x c`, where the content of `c` changed:
///
///     -0:1(2)        delete   b, at 1 before
///     *0:2(3)        update   c, at 2 before
///     0:3>0:0(4)     move     d, from 3 before to 0 after
///     +0:2(5)        insert   x, at 2 after
///
/// These are the rules of a table view's batch updates (`performBatchUpdates`), and what holds in
/// every changeset is what such a view asks for:
/// - No position before is deleted, moved or updated twice; none after is inserted or moved to
///   twice. No row has a move and an update: a move says itself whether its row is `updated`.
/// - Rows of a deleted or inserted section are not reported one by one; an inserted section names
///   its rows. A row that passes between a section that stays and one that comes or goes is only a
///   delete or only an insert.
/// - A section may move while rows in it, to it and from it change.
/// - Of every section that stays, rows before − deleted − moved away + inserted + moved to it = rows
///   after; likewise of the sections.
///
/// A view that reloads an updated row takes its position before; a moved row that is updated is
/// best drawn anew at its target when the batch is done. A view that carries out each call at once
/// wants the calls in the order above, taking out from the greatest position down.
public struct Changeset<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What happened to a section.
  public enum SectionChange: Hashable, Sendable {
    /// The section at `from` before the change is gone, with its rows.
    case delete(from: Int, name: String)
    /// A section came, at `to` after the change, with these visible rows.
    case insert(to: Int, name: String, ids: [ID])
    /// A section passed from `from` before the change to `to` after it.
    case move(from: Int, to: Int, name: String)
  }

  /// What happened to a row.
  public enum RowChange: Hashable, Sendable {
    /// The row at `from`, before the change, is no longer visible.
    case delete(ID, from: Place)
    /// The row became visible at `to`, after the change.
    case insert(ID, to: Place)
    /// The row passed from `from` before the change to `to` after it.
    case move(ID, from: Place, to: Place, updated: Bool)
    /// A member of the row at `from`, before the change, is another.
    case update(ID, from: Place)
  }

  /// A section's index among the shown sections, and a row's within the visible rows of it.
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

    /// Whether one place comes before another: in an earlier section, or earlier in the same.
    public static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
  }

  /// The changes of sections.
  public var sections: [SectionChange]
  /// The changes of rows in sections that are there before and after.
  public var rows: [RowChange]

  /// Creates a changeset.
  public init(sections: [SectionChange] = [], rows: [RowChange] = []) {
    self.sections = sections
    self.rows = rows
  }

  /// Whether there is nothing to report.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}

/// What a request or commit did to the visible rows.
public enum VisibleChanges: Hashable, Sendable {
  /// So many rows are visible that reading the windows again is cheaper than a report.
  case reset
  /// These changes, at least one.
  case changes(Changeset<RowID>)
}
