import Dispatch
import GRDB
import ShortlistCore
import Synchronization

/// A database file, shared by all open tables of it in the process.
///
/// The tables share its reader, its change polling and what is known of its pages.
final class DatabaseFile: Sendable {
  let path: String
  let identity: FileIdentity
  /// The serial queue for reads.
  let queue = DispatchQueue(label: "SQLite file", qos: .userInitiated)
  private let reader: Mutex<FileReader>
  private let pages = Mutex<[PagesKey: KnownPages]>([:])
  let poller = Mutex(CommitPoller())

  /// A table and the key that its pages are known by.
  private struct PagesKey: Hashable {
    let shape: TableShape
    let key: TableKey
  }

  private struct KnownPages {
    let version: FileVersion
    let pages: TablePages?
  }

  private struct Place: Hashable {
    let path: String
    let identity: FileIdentity
  }

  private struct Reference {
    weak let file: DatabaseFile?
  }

  /// The open files.
  private static let open = Mutex<[Place: Reference]>([:])

  private init(_ place: Place) {
    path = place.path
    identity = place.identity
    reader = Mutex(FileReader(place.path, place.identity, LockWait(nil)))
  }

  /// Returns the file at a path, the same instance for all open tables.
  ///
  /// - Throws: `SourceError` if there is no file.
  static func at(_ path: String) throws -> DatabaseFile {
    try OpenTable.check(path)
    guard let status = FileStatus(of: path) else {
      throw SourceError(path: path, reason: FileMovedError(isReplaced: false).reason)
    }
    let place = Place(path: path, identity: status.identity)
    return open.withLock { open in
      open = open.filter { $0.value.file != nil }
      if let file = open[place]?.file { return file }
      let file = DatabaseFile(place)
      open[place] = Reference(file: file)
      return file
    }
  }

  /// Checks that the path still leads to this file.
  ///
  /// - Throws: `FileMovedError`
  func check() throws(FileMovedError) {
    guard let status = FileStatus(of: path) else { throw FileMovedError(isReplaced: false) }
    if status.identity != identity { throw FileMovedError(isReplaced: true) }
  }

  /// Calls `body` with the reader of the file.
  ///
  /// - Precondition: Called on the queue.
  func read<Result: Sendable>(
    waiting wait: LockWait? = nil, _ body: (FileReader) throws -> Result
  ) throws -> Result {
    try reader.withLock { reader in
      reader.wait(by: wait ?? LockWait(nil))
      return try body(reader)
    }
  }

  /// Returns the pages of a table in a snapshot, from the cache if another list has read them.
  func pages(
    of shape: TableShape, by key: TableKey, in reading: Reading, rows: Int
  ) throws -> TablePages? {
    let place = PagesKey(shape: shape, key: key)
    let known = pages.withLock { pages in
      pages = pages.filter { $0.value.version == reading.version }
      return pages[place]
    }
    if let known { return known.pages }
    let found = try TablePages(
      of: shape, by: key, in: reading.database, isDirect: reading.isDirect, rows: rows)
    return found
  }

  /// Caches the pages of a table, once the read is known to be consistent.
  func cache(_ found: TablePages?, of shape: TableShape, by key: TableKey, at version: FileVersion)
  {
    pages.withLock {
      $0[PagesKey(shape: shape, key: key)] = KnownPages(version: version, pages: found)
    }
  }
}
