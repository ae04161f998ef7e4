/// The differences between the visible rows before and after a change, as one batch.
///
/// The rules are those of a table view's batch updates:
/// - Deletes, updates and the origins of moves are positions *before* the change; inserts and the
///   targets of moves are positions *after* it.
/// - To apply: take out the deleted and moved rows and the deleted and moved sections, then put in
///   the inserted and moved ones in ascending order of their targets. All others keep their order.
/// - Rows of an inserted or deleted section are not reported one by one. A row that passes between
///   a section that stays and one that comes or goes is only a delete or only an insert.
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
  public struct Place: Hashable, Sendable {
    /// The index of the section.
    public var section: Int
    /// The index of the row.
    public var row: Int

    /// Creates a place.
    public init(section: Int, row: Int) {
      self.section = section
      self.row = row
    }
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
