import GRDB
import GRDBSQLite

/// All pages of a file as a transaction sees them, whether in the file, the log or memory.
@safe final class FileImage {
  /// The maximum size of a file to copy, in bytes.
  private static let maxBytes = 256 << 20
  /// The number of bytes to read at once from adjacent pages.
  private static let maxRead = 256 << 10

  /// The file, if it holds all pages.
  private let file: MainFile?
  /// A copy made by SQLite, as large as the file.
  private let copy: UnsafeMutablePointer<UInt8>?
  /// The size of a page in bytes.
  private let pageSize: Int
  /// The number of pages.
  let pageCount: Int
  /// The number of usable bytes at the start of each page.
  let usableSize: Int
  /// Pages read ahead from the file.
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var buffered = 0..<0
  /// The number of the page that was read last.
  private var last = 0

  /// Creates an image; nil if the pages are not accessible or the file is too large to copy.
  ///
  /// - Parameters:
  ///   - database: The connection, in a transaction that has read something.
  ///   - isDirect: Whether the file itself holds all pages, and no writer changes them.
  /// - Throws: `SQLiteError`
  init?(of database: Database, isDirect: Bool = false) throws {
    let size = try database.integer("PRAGMA main.page_size")
    let count = try database.integer("PRAGMA main.page_count")
    guard size >= 512, count > 0, let connection = unsafe database.sqliteConnection else {
      return nil
    }
    pageSize = size
    if isDirect {
      guard let file = MainFile(of: database), let header = file.header else { return nil }
      self.file = file
      unsafe (copy = nil)
      unsafe (buffer = .allocate(capacity: max(size, Self.maxRead)))
      pageCount = count
      usableSize = size - Int(header[20])
      return
    }
    guard count <= Self.maxBytes / size else { return nil }
    var bytes: Int64 = 0
    guard let start = unsafe sqlite3_serialize(connection, "main", &bytes, 0) else { return nil }
    file = nil
    unsafe (copy = start)
    unsafe (buffer = UnsafeMutableBufferPointer(start: nil, count: 0))
    pageCount = Int(bytes) / size
    // Byte 20 of the header is the number of reserved bytes at the end of each page.
    usableSize = size - Int(unsafe start[20])
  }

  deinit {
    unsafe sqlite3_free(copy)
    unsafe buffer.deallocate()
  }

  /// Calls `body` with the usable bytes of a page, numbered from 1; nil if there is no such page.
  ///
  /// `body` must not ask for another page.
  func withPage<Result>(_ number: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    guard number >= 1, number <= pageCount, let start = unsafe start(of: number) else { return nil }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: usableSize)
    return unsafe body(Span(_unsafeElements: bytes))
  }

  @unsafe private func start(of number: Int) -> UnsafeMutablePointer<UInt8>? {
    if let copy = unsafe copy { return unsafe copy + (number - 1) * pageSize }
    guard let file, let start = unsafe buffer.baseAddress else { return nil }
    if !buffered.contains(number) {
      // Pages that are visited in sequence are mostly stored in sequence: read ahead.
      let isNext = number == last + 1
      let count = isNext ? max(1, min(Self.maxRead / pageSize, pageCount - number + 1)) : 1
      buffered = 0..<0
      guard unsafe file.read(count * pageSize, at: (number - 1) * pageSize, into: start) else {
        return nil
      }
      buffered = number..<number + count
    }
    last = number
    return unsafe start + (number - buffered.lowerBound) * pageSize
  }
}
