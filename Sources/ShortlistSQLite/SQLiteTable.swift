import Dispatch
import GRDB
public import Shortlist
import ShortlistCore
import ShortlistSystem
import Synchronization

/// A table or view of an SQLite file, as the rows of a list.
///
///     let list = try await LiveList.open(SQLiteTable(path: "app.db", table: "contacts"))
///
/// What others commit, in this process or in another, is noticed within 100 ms; what the
/// list is asked to change is written in one transaction. A view cannot be written.
///
/// A row is identified by the primary key (one of several columns as the compact JSON text of an
/// array of their values), else by a column called `id`, else by SQLite's number of the row, and in a
/// view by its place. Rows are in the order of that key.
///
/// An attribute has the type that its column declares, if all values fit it, else the one that they
/// have: `INT` makes a whole number, `BOOL` a truth value, `DATE` and `TIME` a date, `REAL`, `FLOA`,
/// `DOUB`, `NUMERIC` and `DECIMAL` a number, all else a text. A JSON array of texts is a list where
/// the schema asks for it. A blob is an error. A value that comes later and does not fit is null.
public final class SQLiteTable: RowSource, RowStore {
  /// The file.
  public let path: String
  /// The name of the table or view.
  public let table: String
  /// Whether triggers in the file are to record what changes.
  public let keepsJournal: Bool
  /// What a write that was answered outlasts.
  public let synchronous: Synchronous

  /// Others have committed something; one reader.
  public let news: AsyncStream<Void>

  let newsSource: AsyncStream<Void>.Continuation
  let onLock: (@Sendable () -> Void)?
  /// Writes happen here, one after the other.
  let writing = DispatchQueue(label: "SQLite writer", qos: .userInitiated)
  /// Whether nobody waits for the rows any more.
  let isCancelled = CancellationFlag()
  /// What waits for others who have locked the file.
  let wait: LockWait
  /// Whether a view is being read, which may have no end.
  let readsView = Atomic(false)
  /// What is open, from the reading of the table on.
  let opened = Mutex<OpenTable?>(nil)
  /// What the table was read into, without rows: to read it anew if it gets another form.
  let blank = Mutex<TableBuilder?>(nil)

  /// Names a table, and opens nothing before it is read.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - table: The name of a table or view in it.
  ///   - keepsJournal: Whether triggers in the file are to record what changes, so that changes of
  ///     others cost what they change, and not a look at the whole file. They stay in the file.
  ///   - synchronous: What a write that was answered outlasts.
  ///   - onLock: Called when something waits for another program that has locked the file, once it
  ///     has waited for half a second; after 10 seconds it fails. On any thread.
  public init(
    path: String, table: String, keepsJournal: Bool = false, synchronous: Synchronous = .full,
    onLock: (@Sendable () -> Void)? = nil
  ) {
    self.path = path
    self.table = table
    self.keepsJournal = keepsJournal
    self.synchronous = synchronous
    self.onLock = onLock
    wait = LockWait(onLock)
    (news, newsSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit { newsSource.finish() }

  /// Stops reading, and waiting for another program that has locked the file.
  public func cancelReading() { isCancelled.set() }

  /// Whether it waits for another program that has locked the file, or reads a view.
  public var isWaiting: Bool {
    wait.isWaiting || opened.withLock { $0?.writeWait.isWaiting == true }
      || readsView.load(ordering: .relaxed)
  }

  /// The path.
  public var name: String { path }

  /// Whether a file begins as SQLite files do.
  public static func isSQLite(_ path: String) -> Bool {
    DatabaseDescriptors.isDatabase(at: path)
  }

  /// The names of the tables and views of a file.
  ///
  /// - Throws: `SourceError` if it cannot be read, or is no SQLite file.
  public static func tables(inFile path: String) throws -> [String] {
    let file = try DatabaseFile.at(path)
    return try naming(path) {
      try FileReader(path, file.identity, LockWait(nil)).read { reading in
        try TableShape.names(in: reading.database)
      }
    }
  }

  /// Removes what records changes of a table from a file, for all keys.
  ///
  /// Lists that use it compare all rows from then on.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - table: The name of the table.
  /// - Returns: Whether there was any.
  /// - Throws: `SourceError` if the file cannot be written, or has no such table.
  @discardableResult
  public static func removeJournal(fromFile path: String, table: String) throws -> Bool {
    let queue = try OpenTable.connect(to: path, LockWait(nil))
    return try naming(path) {
      try queue.writeWithoutTransaction { database in
        let shape = try SQLiteTable(path: path, table: table).shape(in: database)
        return try Journal.remove(of: shape.name, from: database)
      }
    }
  }

  /// Runs work on the queue of the file, with what reads it.
  ///
  /// - Throws: `CancellationError` if the task was cancelled and the work could not be done for that.
  func perform<Result: Sendable>(
    _ work: @escaping @Sendable (FileReader, OpenTable) throws -> Result
  ) async throws -> Result {
    let open = try openTable
    return try await run(on: open.file.queue, open.wait) { _ in
      try open.file.read(waiting: open.wait) { try work($0, open) }
    }
  }

  /// Runs work on the queue of the connection that writes, which is the only one that must be waited for.
  ///
  /// - Throws: `CancellationError` if the task was cancelled while it waited for a lock.
  func performWrite<Result: Sendable>(
    _ work: @escaping @Sendable (Database, OpenTable, OpenTable.Writer) throws -> Result
  ) async throws -> Result {
    let open = try openTable
    return try await run(on: writing, open.writeWait) { isCancelled in
      let writer = try open.connectWriter()
      return try writer.queue.writeWithoutTransaction { database in
        database.stopsStatements(when: isCancelled)
        defer { database.stopsStatements(when: nil) }
        return try work(database, open, writer)
      }
    }
  }

  private var openTable: OpenTable {
    get throws {
      if let open = opened.withLock({ $0 }) { return open }
      throw SourceError(path: path, reason: "the table was not read")
    }
  }

  private func run<Result: Sendable>(
    on queue: DispatchQueue, _ wait: LockWait,
    _ work: @escaping @Sendable (CancellationFlag) throws -> Result
  ) async throws -> Result {
    let turn = Turn<Result>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard turn.wait(continuation) else { return }
        queue.async {
          guard let continuation = turn.begin() else { return }
          wait.begin(turn.isCancelled)
          let result = Swift.Result { try work(turn.isCancelled) }
          _ = wait.end()
          if case .failure = result, turn.isCancelled.isSet {
            continuation.resume(throwing: CancellationError())
          } else {
            continuation.resume(with: result)
          }
        }
      }
    } onCancel: {
      turn.leave()
    }
  }
}
