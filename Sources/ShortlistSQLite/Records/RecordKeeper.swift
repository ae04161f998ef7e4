import Dispatch
import GRDB
import Shortlist
import ShortlistCore
import Synchronization

/// Keeps the items of a picker as records of a database that the app has opened.
final class RecordKeeper<Item>: ItemKeeper
where
  Item: FetchableRecord & MutablePersistableRecord & Identifiable & Sendable, Item.ID: PickListID
{
  typealias Known = KnownRecords<Item.ID>
  typealias Outcome = RecordReader<Item>.Outcome

  let wakeups = Wakeups()
  private let database: any DatabaseWriter
  private let request: QueryInterfaceRequest<Item>
  /// Whether the records are all rows of their table.
  private let readsTable: Bool
  private let commits: CommitObserver
  private let watch: CommitWatch
  /// What is known of the rows; it changes only between calls.
  private let known = Mutex(Known())

  /// The number of rows that a queue reads at a time, so that the app need not wait for all.
  private static var portion: Int { 5_000 }

  init(
    _ request: QueryInterfaceRequest<Item>, readsTable: Bool, in database: any DatabaseWriter
  ) {
    self.database = database
    self.request = request
    self.readsTable = readsTable
    commits = CommitObserver { [wakeups] in wakeups.signal() }
    watch = CommitWatch(database, commits) { [wakeups] in wakeups.signal() }
  }

  deinit { wakeups.finish() }

  private var path: String { database.path }

  // MARK: Reading

  func read() async throws -> ItemChanges<Item> {
    watch.begin()
    do {
      return try await readAll()
    } catch let error as DatabaseError {
      throw SQLiteError(error).asSourceError(path: path)
    } catch let failure as SQLiteError {
      throw failure.asSourceError(path: path)
    }
  }

  func changes() async throws -> ItemChanges<Item> {
    let changes = commits.drain()
    if changes == .none { return ItemChanges() }
    do {
      guard case .rows(let rows) = changes else { return try await readAll() }
      let known = known.withLock { $0 }
      let outcome = try await database.read { [self] database in
        try reader(in: database).compare(rows, with: known, in: database)
      }
      guard let outcome else { return try await readAll() }
      return adopt(outcome)
    } catch {
      commits.restore(changes)
      throw trouble(error)
    }
  }

  /// Reads all rows, and compares them with what is known.
  private func readAll() async throws -> ItemChanges<Item> {
    let known = known.withLock { $0 }
    var outcome: Outcome?
    // What is committed while a queue reads portion by portion is compared afterwards.
    if readsTable, database is DatabaseQueue { outcome = try await readPortions(known) }
    if outcome == nil {
      outcome = try await database.read { [self] database in
        watch.noteReading()
        var outcome = Outcome()
        _ = try reader(in: database).compare(with: known, in: database, into: &outcome)
        return outcome
      }
    }
    return adopt(outcome ?? Outcome())
  }

  /// Reads all rows, a portion of them at a time.
  ///
  /// - Returns: The result; nil if the rows have no rowids.
  private func readPortions(_ known: Known) async throws -> Outcome? {
    var reached = Outcome()
    while true {
      let before = reached
      let portion = try await database.read { [self] database -> (Outcome, goesOn: Bool)? in
        watch.noteReading()
        let reader = try reader(in: database)
        if reader.table == nil { return nil }
        var outcome = before
        let goesOn = try reader.compare(
          with: known, in: database, after: before.last, limit: Self.portion, into: &outcome)
        return (outcome, goesOn)
      }
      guard let portion else { return nil }
      reached = portion.0
      if !portion.goesOn { return reached }
    }
  }

  /// Returns the reader for the current schema, and makes the observer observe what it reads.
  private func reader(in database: Database) throws -> RecordReader<Item> {
    var table: NumberedTable?
    if readsTable, let shape = try TableShape(of: Item.databaseTableName, in: database) {
      table = try NumberedTable(shape, in: database)
    }
    let reader = RecordReader(request: request, table: table)
    let region =
      table == nil
      ? try request.databaseRegion(database)
      : try Table(Item.databaseTableName).databaseRegion(database)
    commits.observe(
      region, table, schemaVersion: try database.integer("PRAGMA schema_version"))
    return reader
  }

  private func adopt(_ outcome: Outcome) -> ItemChanges<Item> {
    known.withLock { $0.apply(outcome.edits) }
    return outcome.result(of: Item.databaseTableName, in: path)
  }

  /// Returns the error to throw, and schedules another attempt.
  private func trouble(_ error: any Error) -> any Error {
    if error is CancellationError { return error }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(500)) {
      [wakeups] in wakeups.signal()
    }
    let failure = error as? SQLiteError ?? (error as? DatabaseError).map(SQLiteError.init)
    return failure?.asSourceError(path: path) ?? error
  }

  // MARK: Writing

  func write(_ steps: [ItemStep<Item>]) async throws -> (
    foreign: ItemChanges<Item>, own: ItemChanges<Item>, inserted: [Item.ID]
  ) {
    do {
      let outcome = try await database.writeWithoutTransaction { [self] database in
        try write(steps, in: database)
      }
      return (adopt(outcome.foreign), adopt(outcome.own), outcome.inserted)
    } catch let error as DatabaseError {
      // The transaction did not begin, or could not be committed.
      throw RefusedStepError(
        max(0, steps.count - 1), reason: SQLiteError(error).reason, underlying: error)
    }
  }

  private func write(
    _ steps: [ItemStep<Item>], in database: Database
  ) throws -> (foreign: Outcome, own: Outcome, inserted: [Item.ID]) {
    var known = known.withLock { $0 }
    var foreign = Outcome()
    var inserted: [Item.ID] = []
    try database.inTransaction(.immediate) {
      watch.compareVersion(in: database)
      foreign = try compare(commits.drain(), with: known, in: database)
      known.apply(foreign.edits)
      for (index, step) in steps.enumerated() {
        do {
          if let id = try carryOut(step, in: database) { inserted.append(id) }
        } catch {
          throw RefusedStepError(index, reason: Self.reason(of: error), underlying: error)
        }
      }
      return .commit
    }
    let changes = commits.drain()
    do {
      return (foreign, try compare(changes, with: known, in: database), inserted)
    } catch {
      // The transaction is committed; the next reading shows it.
      commits.restore(changes)
      wakeups.signal()
      return (foreign, Outcome(), inserted)
    }
  }

  /// Compares what may differ, on the connection that writes.
  private func compare(
    _ changes: CommitObserver.Changes, with known: Known, in database: Database
  ) throws -> Outcome {
    if changes == .none { return Outcome() }
    let reader = try reader(in: database)
    if case .rows(let rows) = changes,
      let outcome = try reader.compare(rows, with: known, in: database)
    {
      return outcome
    }
    var outcome = Outcome()
    _ = try reader.compare(with: known, in: database, into: &outcome)
    return outcome
  }

  /// Carries out a step, and returns the id of an inserted item.
  private func carryOut(_ step: ItemStep<Item>, in database: Database) throws -> Item.ID? {
    switch step {
    case .insert(var item):
      try item.insert(database)
      return item.id
    case .update(let item): try item.update(database)
    case .delete(let item):
      if try !item.delete(database) { throw NoSuchRowError(id: item.id.rowID) }
    }
    return nil
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as DatabaseError: SQLiteError(error).reason
    case RecordError.recordNotFound(_, let key):
      "there is no row \(key.map { "\($0.key) = \($0.value)" }.sorted().joined(separator: ", "))"
    default: "\(error)"
    }
  }
}

/// The error for an item that its table does not have.
private struct NoSuchRowError: Error, CustomStringConvertible {
  let id: RowID
  var description: String { "there is no row \(id)" }
}
