import GRDB
import GRDBSQLite

/// All pages of a file as a transaction sees them, wherever they are stored at that time.
///
/// It takes as much memory as the file, as long as it is held.
@safe final class FileImage {
  /// The largest file of which an image is made, in bytes.
  private static let mostBytes = 256 << 20

  private let start: UnsafeMutablePointer<UInt8>
  /// The size of a page in bytes.
  private let pageSize: Int
  /// The number of pages.
  let pageCount: Int
  /// The bytes of a page that SQLite uses, which come first.
  let usableSize: Int

  /// Nil if there cannot be one.
  init?(of database: Database) throws {
    let size = try database.integer("PRAGMA main.page_size")
    let count = try database.integer("PRAGMA main.page_count")
    guard size >= 512, count > 0, count <= Self.mostBytes / size,
      let connection = unsafe database.sqliteConnection
    else { return nil }
    var bytes: Int64 = 0
    guard let start = unsafe sqlite3_serialize(connection, "main", &bytes, 0) else { return nil }
    unsafe (self.start = start)
    pageSize = size
    pageCount = Int(bytes) / size
    // The header of the file has the number of bytes at the end of each page that are not used.
    usableSize = size - Int(unsafe start[20])
  }

  deinit { unsafe sqlite3_free(start) }

  /// Calls `body` with the used bytes of a page by its number, from 1 on; nil if there is none.
  func withPage<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard number >= 1, number <= pageCount else { return nil }
    let bytes = unsafe UnsafeBufferPointer(
      start: start + (number - 1) * pageSize, count: usableSize)
    return unsafe body(Span(_unsafeElements: bytes))
  }
}
