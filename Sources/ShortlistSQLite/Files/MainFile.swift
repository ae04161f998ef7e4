import GRDB
import GRDBSQLite

/// The main database file of a connection, read without SQLite's locks.
///
/// It reads through SQLite's VFS: closing a descriptor of our own would release all POSIX locks of
/// the process on the file. It must not outlive the connection or leave the connection's queue.
@safe struct MainFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: UnsafePointer<sqlite3_io_methods>

  /// Returns nil if the connection is closed, or has no file.
  init?(of database: Database) {
    guard let connection = unsafe database.sqliteConnection else { return nil }
    unsafe self.init(ofConnection: connection)
  }

  /// Returns nil if the connection has no file.
  @unsafe init?(ofConnection connection: OpaquePointer) {
    var found: UnsafeMutablePointer<sqlite3_file>?
    guard
      unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &found)
        == SQLITE_OK,
      let file = unsafe found, let methods = unsafe file.pointee.pMethods
    else { return nil }
    unsafe (self.file = file)
    unsafe (self.methods = methods)
  }

  /// Reads bytes at an offset; returns false if the file does not have all of them.
  func read(_ count: Int, at place: Int, into start: UnsafeMutablePointer<UInt8>) -> Bool {
    guard let read = unsafe methods.pointee.xRead else { return false }
    return unsafe read(file, start, CInt(count), Int64(place)) == SQLITE_OK
  }

  /// The 100-byte header of the file; nil if the file is shorter.
  var header: [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 100)
    let isRead = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      return unsafe read(buffer.count, at: 0, into: start)
    }
    return isRead ? bytes : nil
  }

  /// Whether a connection of this or another process holds a `RESERVED` lock or a higher one.
  var isReserved: Bool {
    guard let check = unsafe methods.pointee.xCheckReservedLock else { return true }
    var isReserved: CInt = 0
    return unsafe check(file, &isReserved) != SQLITE_OK || isReserved != 0
  }

  /// The number of 32-bit words in the header of the wal-index; the third one counts the commits.
  static let logHeaderWords = 12

  /// The header of the wal-index, which each commit changes; nil if there is none.
  ///
  /// - Precondition: The connection has read from the log.
  var logHeader: [UInt32]? {
    guard unsafe methods.pointee.iVersion >= 2, let map = unsafe methods.pointee.xShmMap else {
      return nil
    }
    var region: UnsafeMutableRawPointer?
    let code = unsafe withUnsafeMutablePointer(to: &region) { unsafe map(file, 0, 32768, 0, $0) }
    guard code == SQLITE_OK, let region = unsafe region else { return nil }
    let count = Self.logHeaderWords
    // SQLite stores the header twice; the copies are equal when the header is complete.
    for _ in 0..<100 {
      let words = (0..<2 * count).map {
        unsafe region.load(fromByteOffset: 4 * $0, as: UInt32.self)
      }
      if words[..<count] == words[count...] { return Array(words[..<count]) }
    }
    return nil
  }
}
