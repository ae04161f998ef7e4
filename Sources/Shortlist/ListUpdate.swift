/// A change of a list that nobody asked for.
public struct ListUpdate: Sendable {
  /// How far the reading of the source is.
  public enum Loading: Sendable {
    /// Rows are being read.
    case reading(LoadProgress)
    /// All rows are read; a source that is followed may bring more.
    case finished
    /// The source cannot be read, or the query that the list was opened with does not fit it.
    case failed(any Error)
    /// All rows were read, but the source cannot be read now: what the list shows may be outdated, and
    /// rows that are kept in a store cannot be written.
    ///
    /// A list of a store goes on as soon as it can; it is then `finished` again.
    case stopped(any Error)
  }

  /// Who changed the list.
  public enum Cause: Hashable, Sendable {
    /// Its source: rows were read, or appended to it.
    case source
    /// Others who write to the store of its rows.
    case others
  }

  /// How far the reading of the source is.
  public var loading: Loading
  /// Who changed the list.
  public var cause: Cause
  /// The revision before.
  public var previousRevision: Int
  /// The revision after.
  public var revision: Int
  /// What changed among the visible rows between the two; nil if nothing did.
  public var changes: VisibleChanges?
  /// What changed of the selection between the two; nil if nothing did.
  public var selection: SelectionUpdate?
  /// Rows that match.
  public var total: Int
  /// All rows known.
  public var count: Int
  /// The attributes, if they are others now; `changes` is a reset then.
  public var schema: ListSchema?
  /// Why parts of the query were given up, because they do not fit these attributes.
  public var dropped: [String] = []

  /// This update and the next one as one.
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

  /// More changes than these are not told one by one to a reader that was late.
  private static let mostChanges = Sizes.compared
}

extension SelectionUpdate? {
  /// Two updates as one; nil if there is neither.
  func followed(by next: Self) -> Self {
    guard let self, let next else { return self ?? next }
    return self.followed(by: next)
  }
}

/// A list at a glance.
public struct ListSummary: Hashable, Sendable {
  /// The revision this was read at.
  public var revision: Int
  /// All rows known.
  public var count: Int
  /// The attributes.
  public var schema: ListSchema
}

/// A request was decided on another revision than the list is at.
public struct StaleRevision: Error, Hashable, Sendable, CustomStringConvertible {
  /// The revision of the list.
  public var revision: Int

  /// One line that says so.
  public var description: String { "the list is at revision \(revision)" }
}

extension ListQuery {
  /// What of the query can be shown before all rows are read and the types of attributes known.
  var whileLoading: ListQuery {
    var query = self
    query.filters = ""
    query.groups = FilterGroups()
    query.sort = []
    query.sections = nil
    return query
  }
}
