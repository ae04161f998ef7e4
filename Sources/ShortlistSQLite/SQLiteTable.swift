import Dispatch
import GRDB
public import Shortlist
import ShortlistCore
import ShortlistSystem
import Synchronization

/// A table or view of an SQLite file, as a source and store of rows.
///
///     let table = SQLiteTable(path: "app.db", table: "contacts")
///     let picker = try await PickList(source: table)
///
/// The picker notices commits of other connections, in this process or another, within 100 ms. It
/// writes its own changes in one transaction each. A view cannot be written.
///
/// A row is identified by its primary key; a key of several columns becomes the compact JSON text
/// of an array of their values. Without a primary key, a column called `id` identifies the row,
/// else its rowid, and in a view its position. Rows are in the order of that key.
///
/// An attribute has the type that its column declares if all values fit it, else the type that the
/// values have. `INT` declares an integer, `BOOL` a boolean, `DATE` and `TIME` a date, `REAL`,
/// `FLOA`, `DOUB`, `NUMERIC` and `DECIMAL` a number, and everything else a text. A JSON array of
/// texts is a list if the schema asks for one. A blob is an error, unless `describesBlobs` is set.
/// A later value that does not fit becomes null.
public final class SQLiteTable: RowSource, RowStore {
  /// The path of the file.
  public let path: String
  /// The name of the table or view.
  public let table: String
  /// Whether triggers in the file record changes.
  public let keepsJournal: Bool
  /// The durability of an acknowledged write.
  public let synchronous: Synchronous

  /// Whether values that no attribute can hold are shown.
  ///
  /// If so, a text such as `‹blob, 3 bytes›` stands for a blob, in a key an SQL literal such as
  /// `X'00FF'`, and `KeptBytes` stand for what is not UTF-8 in a text. Otherwise, such a value is
  /// an error when the table is read, and null later.
  public let describesBlobs: Bool

  /// Signals that other connections have committed.
  package let wakeups = Wakeups()

  let onLock: (@Sendable () -> Void)?
  /// The serial queue for writes.
  let writing = DispatchQueue(label: "SQLite writer", qos: .userInitiated)
  /// Set when reading is cancelled.
  let isCancelled = CancellationFlag()
  /// The lock wait of the initial read.
  let wait: LockWait
  /// Whether a view is being read, which may never end.
  let readsView = Atomic(false)
  /// The open table; nil before the first read.
  let opened = Mutex<OpenTable?>(nil)
  /// The empty builder of the first read, for reading the table again if its columns change.
  let blank = Mutex<TableBuilder?>(nil)

  /// Creates a source for a table; it opens the file only when the table is read.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - table: The name of a table or view in it.
  ///   - keepsJournal: Whether triggers in the file record changes. Following a foreign commit then
  ///     costs as much as the commit changed, not a scan of the file. The triggers stay in the
  ///     file.
  ///   - synchronous: The durability of an acknowledged write.
  ///   - describesBlobs: Whether values that no attribute can hold are shown, not refused.
  ///   - onLock: Called on any thread once a lock held by another program has delayed an operation
  ///     for half a second. The operation fails after 10 seconds.
  public init(
    path: String, table: String, keepsJournal: Bool = false, synchronous: Synchronous = .full,
    describesBlobs: Bool = false, onLock: (@Sendable () -> Void)? = nil
  ) {
    self.path = path
    self.table = table
    self.keepsJournal = keepsJournal
    self.synchronous = synchronous
    self.describesBlobs = describesBlobs
    self.onLock = onLock
    wait = LockWait(onLock)
  }

  deinit { wakeups.finish() }

  /// Cancels reading, and waiting for a lock.
  public func cancelReading() { isCancelled.set() }

  /// Whether an operation waits for another program's lock, or a view is being read.
  public var isWaiting: Bool {
    wait.isWaiting || opened.withLock { $0?.writeWait.isWaiting == true }
      || readsView.load(ordering: .relaxed)
  }

  /// The path of the file, as the source's name.
  public var name: String { path }

  /// Returns whether a file begins with SQLite's magic header.
  public static func isSQLite(_ path: String) -> Bool {
    DatabaseDescriptors.isDatabase(at: path)
  }

  /// Returns the names of the tables and views of a file.
  ///
  /// - Throws: `SourceError` if the file cannot be read or is not an SQLite file.
  /// - Complexity: O(tables)
  public static func tables(inFile path: String) throws -> [String] {
    let file = try DatabaseFile.at(path)
    return try naming(path) {
      try FileReader(path, file.identity, LockWait(nil)).read { reading in
        try TableShape.names(in: reading.database)
      }
    }
  }

  /// Removes a table's journals and their triggers from a file, for all keys.
  ///
  /// Lists that use a journal compare all rows from then on.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - table: The name of the table.
  /// - Returns: Whether there was a journal.
  /// - Throws: `SourceError` if the file cannot be written, or has no such table.
  /// - Complexity: O(entries of the journals)
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

  /// Runs work on the file's queue, with its reader.
  ///
  /// - Throws: `CancellationError` if cancellation of the task made the work fail.
  func perform<Result: Sendable>(
    _ work: @escaping @Sendable (FileReader, OpenTable) throws -> Result
  ) async throws -> Result {
    let open = try openTable
    return try await run(on: open.file.queue, open.wait) { _ in
      try open.file.read(waiting: open.wait) { try work($0, open) }
    }
  }

  /// Runs work on the writing queue, with the writing connection.
  ///
  /// - Throws: `CancellationError` if cancellation of the task made the work fail.
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
