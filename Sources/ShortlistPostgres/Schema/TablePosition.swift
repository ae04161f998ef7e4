/// A state of a table.
struct TablePosition: Sendable {
  var shape: TableShape
  var key: TableKey
  /// The transactions that it includes; nil if the server cannot say.
  var snapshot: Snapshot?
  /// The record of changes after it; nil if there is none.
  var feed: Feed?
  /// Whether the connection has been the same since; another one may lead to another server.
  var isCertain = true

  /// The source of changes.
  enum Feed: Sendable {
    /// The journal, at a position.
    case journal(Journal.Position)
    /// A part of the server's log.
    case log(part: Int)
  }
}

extension TablePosition {
  /// The tables that a transaction locks before it takes its snapshot, as SQL writes them.
  var locked: [String] {
    if !shape.canHaveTriggers { return [] }
    guard case .journal? = feed, let journal = Journal(of: shape, by: key) else {
      return [shape.sql]
    }
    return [shape.sql, journal.table]
  }

  /// Whether the numbers of transactions show which rows are new.
  var hasVersions: Bool { snapshot != nil && shape.hasVersions && key.isPrimary }

  /// Whether both states are of the same table, and no statement has rewritten it in between.
  func isSameTable(as other: Self) -> Bool {
    shape.oid == other.shape.oid && shape.partitions == other.shape.partitions
      && shape.storage == other.shape.storage
  }

  /// Returns whether two positions have the same columns and key, so that rows need not be reread.
  func hasForm(of other: Self) -> Bool {
    shape.columns.elementsEqual(other.shape.columns) {
      $0.name.isExactly($1.name) && $0.kind == $1.kind && $0.keyPlace == $1.keyPlace
    } && key.form == other.key.form && key.places == other.key.places
  }

  /// The changes of the transaction itself, which sees this state; nil if they are not known.
  var ownChanges: ChangeEntries? {
    switch feed {
    case .journal: snapshot.flatMap { Journal(of: shape, by: key)?.entries(since: $0) }
    case .log: ChangeEntries(shape, key, [])
    case nil: nil
    }
  }
}
