/// A change of a list.
package struct ListUpdate: Sendable {
  /// The loading state of the source.
  package enum Loading: Sendable {
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

    /// The reason why the source cannot be read now; nil if it can.
    package var stopReason: String? {
      guard case .stopped(let error) = self else { return nil }
      return (error as? SourceError)?.reason ?? "\(error)"
    }

    /// Records that the source cannot be read now; returns whether that, or the error, is new.
    package mutating func stop(_ error: any Error) -> Bool {
      if case .stopped(let old) = self, "\(old)" == "\(error)" { return false }
      self = .stopped(error)
      return true
    }

    /// Records that the source can be read again; returns whether it could not.
    package mutating func resume() -> Bool {
      guard case .stopped = self else { return false }
      self = .finished
      return true
    }
  }

  /// The cause of a change.
  package enum Cause: Hashable, Sendable {
    /// A request to the list.
    case request
    /// The source of the list: rows were read, or appended to it.
    case source
    /// Other writers of the store of the rows.
    case others
  }

  /// The loading state of the source.
  package var loading: Loading
  /// The cause of the change.
  package var cause: Cause
  /// The revision before the change.
  package var previousRevision: Int
  /// The revision after the change.
  package var revision: Int
  /// The changes of the visible rows, to be computed.
  package var pending: PendingChanges
  /// The change of the selection between the two revisions; nil if there is none.
  package var selection: SelectionChange<RowID>?
  /// The number of matching rows.
  package var total: Int
  /// The number of all rows known.
  package var count: Int
  /// The state with the new attributes and with the query that fits them, if the attributes have
  /// changed; `changes` is then a reset.
  package var state: ListState?
  /// Why parts of the query were dropped, because they do not fit the new attributes.
  package var dropped: [String] = []
  /// Whether the filters of the selection or their limits have changed.
  ///
  /// An update that says nothing else has the cause `request`, and does not change the revision.
  package var changesRules: Bool
  /// Which of `total` and `count` are estimates.
  package var estimates: CountEstimates

  /// Creates an update.
  package init(
    loading: Loading, cause: Cause, previousRevision: Int, revision: Int, pending: PendingChanges,
    selection: SelectionChange<RowID>? = nil, total: Int, count: Int, state: ListState? = nil,
    dropped: [String] = [], changesRules: Bool = false, estimates: CountEstimates = []
  ) {
    self.changesRules = changesRules
    self.estimates = estimates
    self.loading = loading
    self.cause = cause
    self.previousRevision = previousRevision
    self.revision = revision
    self.pending = pending
    self.selection = selection
    self.total = total
    self.count = count
    self.state = state
    self.dropped = dropped
  }

  /// The changes of the visible rows between the two revisions; nil if there are none.
  ///
  /// - Complexity: O(v log v) for v visible rows if the query or a window has changed, at each
  ///   access; otherwise O(1)
  package var changes: VisibleChanges<RowID>? { pending.changes }
  /// The attributes, if they have changed.
  package var schema: ListSchema? { state?.schema }
}

extension ListUpdate: MergeableUpdate {
  /// Merges a later update into this one, as a reset if there is another one between them.
  package mutating func append(_ next: Self) {
    if revision == next.previousRevision {
      pending.append(next.pending)
    } else {
      pending = PendingChanges(.reset)
    }
    (loading, cause, revision) = (next.loading, next.cause, next.revision)
    selection = selection.followed(by: next.selection)
    (total, count) = (next.total, next.count)
    state = next.state ?? state
    dropped += next.dropped
    changesRules = changesRules || next.changesRules
    estimates = next.estimates
  }
}

extension Subscription<ListUpdate> {
  /// Removes and returns the pending updates, oldest first, up to a revision.
  package func drain(through revision: Int) -> [ListUpdate] { drain { $0.revision <= revision } }
}

/// An overview of a list.
package struct ListSummary: Hashable, Sendable {
  /// The revision that the summary describes.
  package var revision: Int
  /// The number of all rows known.
  package var count: Int
  /// The attributes.
  package var schema: ListSchema
  /// Whether `count` is an estimate.
  package var estimates: CountEstimates = []

  /// Creates an overview.
  package init(revision: Int, count: Int, schema: ListSchema) {
    self.revision = revision
    self.count = count
    self.schema = schema
  }
}

extension ListQuery {
  /// The part of the query that works before all rows are read and attribute types are known.
  var whileLoading: ListQuery {
    var query = self
    query.search = searchWithoutAttributes
    query.filters = ""
    query.groups = FilterGroups()
    query.sort = []
    query.sections = nil
    return query
  }
}
