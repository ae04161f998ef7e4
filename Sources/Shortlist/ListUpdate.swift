/// A change of a list that no request made.
public struct ListUpdate: Sendable {
  /// The loading state of the source.
  public enum Loading: Sendable {
    /// Rows are being read.
    case reading(LoadProgress)
    /// All rows are read; a followed source may deliver more.
    case finished
    /// The source cannot be read, or the list's initial query does not fit it.
    case failed(any Error)
    /// All rows were read, but the source cannot be read now: the rows may be outdated, and rows
    /// kept in a store cannot be written.
    ///
    /// A list of a store recovers as soon as it can, and is then `finished` again.
    case stopped(any Error)
  }

  /// The cause of a change.
  public enum Cause: Hashable, Sendable {
    /// The source of the list: rows were read, or appended to it.
    case source
    /// Other writers of the store of the rows.
    case others
  }

  /// The loading state of the source.
  public var loading: Loading
  /// The cause of the change.
  public var cause: Cause
  /// The revision before the change.
  public var previousRevision: Int
  /// The revision after the change.
  public var revision: Int
  /// The changes to the visible rows between the two revisions; nil if there are none.
  public var changes: VisibleChanges?
  /// The change of the selection between the two revisions; nil if there is none.
  public var selection: SelectionUpdate?
  /// The number of matching rows.
  public var total: Int
  /// The number of all rows known.
  public var count: Int
  /// The attributes, if they have changed; `changes` is then a reset.
  public var schema: ListSchema?
  /// Why parts of the query were dropped, because they do not fit the new attributes.
  public var dropped: [String] = []

  /// Returns this update merged with the next one.
  func followed(by next: Self) -> Self {
    var both = next
    both.previousRevision = previousRevision
    both.changes = changes.followed(by: next.changes)
    both.selection = selection.followed(by: next.selection)
    both.schema = next.schema ?? schema
    both.dropped = dropped + next.dropped
    if case .changes(let changes) = both.changes, changes.rows.count > Self.mostChanges {
      both.changes = .reset
    }
    return both
  }

  /// The number of changes above which a slow reader receives a reset.
  private static let mostChanges = Sizes.compared
}

extension SelectionUpdate? {
  /// Returns two updates merged into one; nil if there is neither.
  func followed(by next: Self) -> Self {
    guard let self, let next else { return self ?? next }
    return self.followed(by: next)
  }
}

/// An overview of a list.
public struct ListSummary: Hashable, Sendable {
  /// The revision that the summary describes.
  public var revision: Int
  /// The number of all rows known.
  public var count: Int
  /// The attributes.
  public var schema: ListSchema
}

/// An error that a request was decided on a revision other than the list's current one.
public struct StaleRevision: Error, Hashable, Sendable, CustomStringConvertible {
  /// The current revision of the list.
  public var revision: Int

  /// A one-line description.
  public var description: String { "the list is at revision \(revision)" }
}

extension ListQuery {
  /// The part of the query that works before all rows are read and attribute types are known.
  var whileLoading: ListQuery {
    var query = self
    query.filters = ""
    query.groups = FilterGroups()
    query.sort = []
    query.sections = nil
    return query
  }
}
