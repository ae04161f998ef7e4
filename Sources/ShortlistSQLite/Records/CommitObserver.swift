import GRDB
import ShortlistCore
import Synchronization

/// Collects what the commits of a connection changed in a region.
final class CommitObserver: TransactionObserver, Sendable {
  /// What may differ from what was read last.
  enum Changes: Equatable {
    /// The rows of the observed table with these rowids.
    case rows(Set<Int64>)
    /// Anything.
    case all

    static let none = Changes.rows([])
  }

  private struct State {
    var region: DatabaseRegion
    /// The table whose changed rows are recorded by rowid; nil if none is.
    var table: NumberedTable?
    /// The changes of the transaction in progress.
    var pending = Changes.none
    /// The changes that were committed and not taken yet.
    var committed = Changes.none
    var schemaVersion: Int?
  }

  private let state: Mutex<State>
  /// Called after a commit that changed something, on the queue of the connection.
  private let onCommit: @Sendable () -> Void
  /// The number of rows from which on all are compared.
  private static let maxRows = 10_000

  /// Creates an observer of everything.
  init(onCommit: @escaping @Sendable () -> Void) {
    state = Mutex(State(region: .fullDatabase))
    self.onCommit = onCommit
  }

  /// Observes another region from now on.
  ///
  /// - Parameters:
  ///   - region: The region.
  ///   - table: The table whose changed rows are recorded by rowid.
  ///   - version: The version of the schema that they belong to.
  func observe(_ region: DatabaseRegion, _ table: NumberedTable?, schemaVersion version: Int) {
    state.withLock { state in
      state.region = region
      state.table = table
      state.schemaVersion = version
    }
  }

  /// Removes and returns what was committed since the last call.
  func drain() -> Changes {
    state.withLock { state in
      defer { state.committed = .none }
      return state.committed
    }
  }

  /// Puts back what could not be read.
  func restore(_ changes: Changes) { state.withLock { $0.committed.add(changes, limit: .max) } }

  // MARK: What the connection does

  func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    state.withLock { state in
      guard state.region.isModified(byEventsOfKind: kind) else { return false }
      // SQLite does not report single rows of a table without rowids, nor the rowid that a row had
      // before it got another.
      if state.table?.reportsRows(ofKind: kind) != true { state.pending = .all }
      return true
    }
  }

  func databaseDidChange() { state.withLock { $0.pending = .all } }

  func databaseDidChange(with event: DatabaseEvent) {
    state.withLock { state in
      let isNumbered = state.table.map { $0.hasName(event.tableName) } ?? false
      state.pending.add(isNumbered ? .rows([event.rowID]) : .all, limit: Self.maxRows)
    }
  }

  func databaseDidCommit(_ database: Database) {
    let version = try? database.integer("PRAGMA schema_version")
    let isNews = state.withLock { state in
      if version != state.schemaVersion && state.schemaVersion != nil { state.pending = .all }
      state.schemaVersion = version
      defer { state.pending = .none }
      state.committed.add(state.pending, limit: .max)
      return state.pending != .none
    }
    if isNews { onCommit() }
  }

  func databaseDidRollback(_ database: Database) { state.withLock { $0.pending = .none } }
}

extension CommitObserver.Changes {
  /// Adds other changes; more than `limit` rows become all.
  fileprivate mutating func add(_ other: Self, limit: Int) {
    guard case .rows(var rows) = self, case .rows(let more) = other else {
      self = .all
      return
    }
    self = .none
    rows.formUnion(more)
    self = rows.count > limit ? .all : .rows(rows)
  }
}

/// A table whose rows have rowids.
struct NumberedTable: Sendable {
  let name: String
  /// The name of the rowid in SQL, and that of the column that is the rowid.
  let (number, numberColumn): (String, String?)
  /// Whether a row that is written may replace others, which SQLite does not report.
  let replacesRows: Bool

  /// Creates the table of a shape; nil if its rows have no rowids, or none that SQL can name.
  init?(_ shape: TableShape, in database: Database) throws {
    guard shape.kind == .table, case .rowid(let number) = shape.storage else { return nil }
    (name, self.number, numberColumn) = (shape.name, number, shape.numberColumn)
    let unique = try Statement(
      "SELECT 1 FROM pragma_index_list(?, 'main') WHERE \"unique\"", on: database)
    try unique.bind(.text(shape.name), at: 1)
    replacesRows = try unique.step()
  }

  func hasName(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  /// Whether SQLite reports each row that a statement changes.
  func reportsRows(ofKind kind: DatabaseEventKind) -> Bool {
    guard hasName(kind.tableName) else { return false }
    guard case .update(_, let columns) = kind else { return true }
    let numbers = ["rowid", "oid", "_rowid_", number.lowercased(), numberColumn?.lowercased()]
    return !columns.contains { numbers.contains($0.lowercased()) }
  }
}
