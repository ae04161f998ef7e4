import GRDB
import Shortlist
import ShortlistCore
import Synchronization

/// Keeps the items of a picker as records of a database that the app has opened.
final class RecordKeeper<Item: FetchableRecord & Identifiable & Sendable>: ItemKeeper
where Item.ID: PickListID {
  typealias Known = KnownRecords<Item.ID>
  typealias Outcome = RecordReader<Item>.Outcome
  /// Carries out a step, and returns the id of an inserted item.
  typealias CarryOut = @Sendable (ItemStep<Item>, Database) throws -> Item.ID?

  let wakeups = Wakeups()
  private let database: any DatabaseWriter
  private let request: any FetchRequest<Item>
  /// The name of the table, or what messages call the request.
  private let name: String
  /// The request of all rows of the table, if these are the records.
  private let all: QueryInterfaceRequest<Item>?
  /// Nil if the records are read-only.
  private let carryOut: CarryOut?
  private let commits: CommitObserver
  private let watch: CommitWatch
  private let clock = PollClocks.current
  /// What is known of the rows; it changes only between calls.
  private let known = Mutex(Known())

  /// The number of rows that a queue reads at a time, so that the app need not wait for all.
  private static var portion: Int { 5_000 }

  private init(
    _ request: any FetchRequest<Item>, _ name: String, all: QueryInterfaceRequest<Item>?,
    in database: any DatabaseWriter, carryOut: CarryOut?
  ) {
    self.database = database
    (self.request, self.name, self.all, self.carryOut) = (request, name, all, carryOut)
    commits = CommitObserver { [wakeups] in wakeups.signal() }
    watch = CommitWatch(database, commits) { [wakeups] in wakeups.signal() }
  }

  /// Creates the keeper of what a request reads, which is read-only.
  convenience init(reading request: any FetchRequest<Item>, in database: any DatabaseWriter) {
    self.init(request, "the request", all: nil, in: database, carryOut: nil)
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
    if all != nil, database is DatabaseQueue { outcome = try await readPortions(known) }
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
        if reader.numbered == nil { return nil }
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
    if all != nil, let shape = try TableShape(of: name, in: database) {
      table = try NumberedTable(shape, in: database)
    }
    let numbered = all.flatMap { all in table.map { ($0, all) } }
    let reader = RecordReader(request: request, numbered: numbered)
    let region =
      table == nil
      ? try request.databaseRegion(database) : try Table(name).databaseRegion(database)
    commits.observe(
      region, table, schemaVersion: try database.integer("PRAGMA schema_version"))
    return reader
  }

  private func adopt(_ outcome: Outcome) -> ItemChanges<Item> {
    known.withLock { $0.apply(outcome.edits) }
    return outcome.result(of: name, in: path)
  }

  /// Returns the error to throw, and schedules another attempt.
  private func trouble(_ error: any Error) -> any Error {
    if error is CancellationError { return error }
    clock.after(milliseconds: 500) { [wakeups] in wakeups.signal() }
    let failure = error as? SQLiteError ?? (error as? DatabaseError).map(SQLiteError.init)
    return failure?.asSourceError(path: path) ?? error
  }

  // MARK: Writing

  func write(_ steps: [ItemStep<Item>]) async throws -> (
    foreign: ItemChanges<Item>, own: ItemChanges<Item>, inserted: [Item.ID]
  ) {
    guard let carryOut else {
      if steps.isEmpty { return (try await changes(), ItemChanges(), []) }
      throw WriteError(index: 0, reason: "what a request reads is read-only")
    }
    do {
      let outcome = try await database.writeWithoutTransaction { [self] database in
        try write(steps, in: database, by: carryOut)
      }
      return (adopt(outcome.foreign), adopt(outcome.own), outcome.inserted)
    } catch let error as DatabaseError {
      // The transaction did not begin, or could not be committed.
      throw RefusedStepError(
        max(0, steps.count - 1), reason: SQLiteError(error).reason, underlying: error)
    }
  }

  private func write(
    _ steps: [ItemStep<Item>], in database: Database, by carryOut: CarryOut
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
          if let id = try carryOut(step, database) { inserted.append(id) }
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

  private static func reason(of error: any Error) -> String {
    switch error {
    case let error as DatabaseError: SQLiteError(error).reason
    case RecordError.recordNotFound(_, let key):
      "there is no row \(key.map { "\($0.key) = \($0.value)" }.sorted().joined(separator: ", "))"
    default: "\(error)"
    }
  }
}

extension RecordKeeper where Item: MutablePersistableRecord {
  /// Creates the keeper of the records of a request, which may be all rows of their table.
  convenience init(
    _ request: QueryInterfaceRequest<Item>, readsTable: Bool, in database: any DatabaseWriter
  ) {
    self.init(request, Item.databaseTableName, all: readsTable ? request : nil, in: database) {
      step, database in
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
  }
}

/// The error for an item that its table does not have.
private struct NoSuchRowError: Error, CustomStringConvertible {
  let id: RowID
  var description: String { "there is no row \(id)" }
}
