import GRDB
import Shortlist

/// A second connection that reads a file in parallel with the first.
///
/// It is optional: if it is not available at once, the first connection reads alone.
struct SecondConnection {
  private let queue: DatabaseQueue
  /// `PRAGMA data_version` when it was opened; nil for an immutable connection.
  private let version: Int?

  /// The minimum number of pages for which a second connection pays off.
  private static let minPages = 1024

  /// Opens a lock-free connection beside another; nil if it is unavailable or not worthwhile.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - size: The size of the file in bytes.
  init?(to path: String, of size: Int) {
    guard size >= Self.minPages * 4096, let queue = try? FileReader.connect(to: path) else {
      return nil
    }
    self.queue = queue
    version = nil
  }

  /// Opens a connection beside a locking one; nil if it is unavailable or not worthwhile.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - first: The first connection to it.
  /// - Throws: An error of the first connection.
  init?(to path: String, beside first: Database) throws {
    guard try first.integer("PRAGMA page_count") >= Self.minPages else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    // Never wait for a writer, which itself may be waiting for the first connection.
    configuration.busyMode = .immediateError
    configuration.label = "SQLite, second reader"
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration),
      let version = try? queue.unsafeRead({ try $0.integer("PRAGMA data_version") })
    else { return nil }
    self.queue = queue
    self.version = version
  }

  /// Calls `body` in a transaction that sees the same snapshot as the first connection's.
  ///
  /// - Parameters:
  ///   - isCancelled: The flag that stops its statements.
  ///   - body: The work. It receives nil if a commit since this connection was opened may make the
  ///     snapshots differ.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; an SQLite error if the connection is closed.
  /// - Precondition: The first connection began its transaction after this one was opened, and has
  ///   read in it.
  func read<Result>(
    until isCancelled: CancellationFlag, _ body: (Database?) throws -> Result
  ) throws -> Result {
    try queue.unsafeRead { database in
      database.stopsStatements(when: isCancelled)
      defer { database.stopsStatements(when: nil) }
      let isSame: Bool
      do {
        try database.beginTransaction(.deferred)
        isSame = try version.map { try database.integer("PRAGMA data_version") == $0 } ?? true
      } catch {
        isSame = false
      }
      defer { database.endTransaction() }
      return try body(isSame ? database : nil)
    }
  }
}
