import Dispatch
import GRDB
import ShortlistCore
import Synchronization

/// A file that tables are open of: one for all of them in the process.
///
/// They share what reads it, what tells that it was written to, and what is known of its pages.
final class DatabaseFile: Sendable {
  let path: String
  let identity: FileIdentity
  /// One thing after the other happens here.
  let queue = DispatchQueue(label: "SQLite file", qos: .userInitiated)
  private let reader: Mutex<FileReader>
  private let pages = Mutex<[PagesKey: KnownPages]>([:])
  let lookout = Mutex(CommitPoller())

  /// Which pages are known.
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

  /// The files that are open.
  private static let open = Mutex<[Place: Reference]>([:])

  private init(_ place: Place) {
    path = place.path
    identity = place.identity
    reader = Mutex(FileReader(place.path, place.identity, LockWait(nil)))
  }

  /// The file at a path: the one that tables are open of already, if there is one.
  ///
  /// - Throws: `SourceError` if there is none.
  static func at(_ path: String) throws -> DatabaseFile {
    try OpenTable.check(path)
    guard let status = FileStatus(of: path) else {
      throw SourceError(path: path, reason: FileMoved(isReplaced: false).reason)
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

  /// Whether it is still the file at its path.
  ///
  /// - Throws: `FileMoved`
  func check() throws(FileMoved) {
    guard let status = FileStatus(of: path) else { throw FileMoved(isReplaced: false) }
    if status.identity != identity { throw FileMoved(isReplaced: true) }
  }

  /// Calls `body` with what reads the file, on its queue.
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

  /// What the pages of a table are like in a state of the file, which is found out once for all lists.
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

  /// Notes what the pages of a table are like, once it is sure that they were read as they are.
  func note(_ found: TablePages?, of shape: TableShape, by key: TableKey, at version: FileVersion) {
    pages.withLock {
      $0[PagesKey(shape: shape, key: key)] = KnownPages(version: version, pages: found)
    }
  }
}
