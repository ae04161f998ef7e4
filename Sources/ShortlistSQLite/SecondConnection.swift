import GRDB
import Shortlist

/// Another connection to a file, that reads beside the first one.
///
/// It is an offer: where it cannot be had at once, the first one reads alone.
struct SecondConnection {
  private let queue: DatabaseQueue
  /// `PRAGMA data_version` when it was opened; nil if the file is read as one that never changes.
  private let version: Int?

  /// Files with fewer pages are read by one connection sooner.
  private static let fewestPages = 1024

  /// A connection that takes no locks, beside another one that takes none; nil if it is not worth it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - size: The number of its bytes.
  init?(to path: String, of size: Int) {
    guard size >= Self.fewestPages * 4096, let queue = try? FileReader.connect(to: path) else {
      return nil
    }
    self.queue = queue
    version = nil
  }

  /// Nil if it cannot be had, or is not worth it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - first: The first connection to it.
  /// - Throws: An error of the first connection.
  init?(to path: String, beside first: Database) throws {
    guard try first.integer("PRAGMA page_count") >= Self.fewestPages else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    // A writer who waits for the first connection to end must not be waited for.
    configuration.busyMode = .immediateError
    configuration.label = "SQLite, second reader"
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration),
      let version = try? queue.unsafeRead({ try $0.integer("PRAGMA data_version") })
    else { return nil }
    self.queue = queue
    self.version = version
  }

  /// Calls `body` in a transaction that sees the same as one of the first connection.
  ///
  /// - Parameters:
  ///   - isCancelled: Stops its statements.
  ///   - body: Gets nil if something was committed since this was made, so that what the transactions
  ///     see may differ.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and an error of SQLite's if the connection was closed.
  /// - Precondition: The other transaction was begun since this was made, and has read something.
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
