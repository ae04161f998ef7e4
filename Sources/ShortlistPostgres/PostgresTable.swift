import Dispatch
public import Shortlist
package import ShortlistCore
import Synchronization

/// A table or view of a PostgreSQL server, as a source and store of rows.
///
///     let table = PostgresTable(url: "postgresql://ann@db.example/shop", table: "orders")
///     let orders = try await PickList(source: table)
///
/// All rows are read once, in one snapshot, unless they stay on the server. The picker then follows
/// the commits of other connections, and writes its own changes in one transaction each. It needs
/// libpq, PostgreSQL's client library, which is loaded at the first connection. Environment
/// variables, services and `.pgpass` apply as they do for `psql`.
///
/// A row is identified by its primary key; a key of several columns becomes the compact JSON text
/// of an array of their values. Without a primary key, a column called `id` identifies the row,
/// else its number. Rows are in the order of that key.
///
/// Integers, floating-point and decimal numbers, booleans, days, timestamps with a time zone and
/// arrays become the types of attributes that they are; all other types become texts. A column of
/// decimal numbers is a text if a double cannot give back all of their digits. Bytes become
/// `‹n bytes›`. Numbers that are not finite become null.
public final class PostgresTable: RowSource, RowStore {
  /// The name of the table or view, with its schema where it is not in the search path.
  public let table: String
  /// Whether triggers in the database record changes.
  public let keepsJournal: Bool
  /// Which rows a list reads.
  public let fetch: Fetch

  /// Signals that other connections may have committed, or that the server is there again.
  package let wakeups = Wakeups()

  let address: PostgresAddress
  /// The serial queue of the connection.
  let queue = DispatchQueue(label: "PostgreSQL", qos: .userInitiated)
  /// Set when reading is cancelled.
  let isCancelled = CancellationFlag()
  let state = Mutex(State())
  /// When the current operation began; nil if there is none.
  let began = Mutex<ContinuousClock.Instant?>(nil)

  /// Which rows of a table a list reads.
  public enum Fetch: String, CaseIterable, Hashable, Sendable {
    /// All, once; the list then keeps them up to date.
    case all
    /// Those that are shown; all rows stay on the server.
    case visible
    /// Those that are shown if the server estimates more than 2,000,000 rows, else all; the
    /// default.
    case automatic

    /// The greatest estimate of a table whose rows are all read unless an app chooses otherwise.
    static let maxInMemory = 2_000_000
  }

  /// What is known of the server.
  struct State {
    /// How far the log of the servers was when a transaction ended; nil for a single server.
    var reached: UInt64?
    /// Whether a replica does not suffice, because the list has written.
    var writes = false
    /// Whether the connection leads to a replica.
    var isReplica = false
    /// The connection, which only the queue uses; nil if it was lost.
    var connection: PostgresConnection?
    /// The state of the table that the list has; nil before it was read.
    var position: TablePosition?
    var watch: ServerWatch?
    /// Reads the changes from the server's log; nil if the table is not published.
    var stream: ReplicationStream?
    /// Whether the list needs rows as they were before a change, because they stay on the server.
    var isRemote = false
    /// Whether the server was requested to flush its log, for the operation that goes on.
    var hasFlushed = false
    /// The empty builder of the first read, for reading the table again if its columns change.
    var blank: TableBuilder?
  }

  /// Creates a source for a table; it connects only when the table is read.
  ///
  /// - Parameters:
  ///   - url: The connection URL, which begins with `postgresql://` or `postgres://`.
  ///   - table: The name of a table or view.
  ///   - keepsJournal: Whether triggers in the database record changes. Following a commit of
  ///     others then costs as much as the commit changed, not a scan of the table. The triggers
  ///     stay in the database; see `removeJournal(from:table:)`.
  ///   - fetch: Whether all rows are read or stay on the server.
  public convenience init(
    url: String, table: String, keepsJournal: Bool = false, fetch: Fetch = .automatic
  ) {
    self.init(PostgresAddress(url), table: table, keepsJournal: keepsJournal, fetch: fetch)
  }

  init(_ address: PostgresAddress, table: String, keepsJournal: Bool, fetch: Fetch) {
    self.address = address
    self.table = table
    self.keepsJournal = keepsJournal
    self.fetch = fetch
  }

  deinit {
    state.withLock { state in
      state.watch?.stop()
      state.stream?.stop()
    }
    wakeups.finish()
  }

  /// The connection URL without user, password and parameters.
  public var name: String { address.name }

  /// Returns whether a source is the URL of a PostgreSQL server.
  public static func isURL(_ source: String) -> Bool { PostgresAddress.isURL(source) }

  /// Returns the names of the tables and views of a server, at most 30.
  ///
  /// - Throws: `SourceError` if the server cannot be queried.
  public static func tables(at url: String) throws -> [String] {
    let table = PostgresTable(url: url, table: "")
    return try table.connected(until: table.isCancelled) { try TableShape.names(on: $0) }
  }

  /// Removes a table's journals and their triggers from its database, for all keys.
  ///
  /// Lists that use a journal compare rows from then on.
  ///
  /// - Parameters:
  ///   - url: The connection URL.
  ///   - table: The name of the table.
  /// - Returns: Whether there was a journal.
  /// - Throws: `SourceError` if the server refuses it, or has no such table.
  @discardableResult
  public static func removeJournal(from url: String, table: String) throws -> Bool {
    let table = PostgresTable(url: url, table: table)
    return try table.connected(until: table.isCancelled) { connection in
      try connection.query("BEGIN")
      let isRemoved = try Journal.remove(of: try table.shape(on: connection), on: connection)
      try connection.query("COMMIT")
      return isRemoved
    }
  }

  /// Cancels reading.
  public func cancelReading() { isCancelled.set() }

  /// Whether the server has not answered for five seconds.
  public var isWaiting: Bool {
    began.withLock { $0.map { $0 + .seconds(5) < .now } ?? false }
  }
}
