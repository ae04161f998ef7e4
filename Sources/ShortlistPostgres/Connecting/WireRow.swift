/// The fields of a row as the server sends them, valid until the next row is read.
@safe struct WireRow {
  private var fields: [UnsafeRawBufferPointer?] = unsafe []

  /// The number of fields.
  var count: Int { unsafe fields.count }

  /// Empties the row.
  mutating func removeAll() { unsafe fields.removeAll(keepingCapacity: true) }

  /// Adds a field; nil is null.
  @unsafe mutating func append(_ field: UnsafeRawBufferPointer?) { unsafe fields.append(field) }

  /// Calls `body` with the bytes of a field; nil if it is null.
  func with<Result>(_ place: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
    guard unsafe place < fields.count, let field = unsafe fields[place] else { return nil }
    // The owner of the memory keeps it until the next row.
    return try body(unsafe Span(_unsafeBytes: field))
  }
}

/// The rows of a statement.
@safe final class ResultRows {
  private let result: OpaquePointer
  private let pq: LibPQ

  @unsafe init(_ result: OpaquePointer, _ pq: LibPQ) {
    unsafe self.result = unsafe result
    self.pq = pq
  }

  deinit { unsafe pq.clear(result) }

  /// The number of rows.
  var count: Int { Int(unsafe pq.rowCount(result)) }

  /// The state of the statement, as libpq numbers it.
  var status: CInt { unsafe pq.resultStatus(result) }

  /// Returns a part of the server's error: `C` for the code, `M` the message, `D` the detail.
  func error(_ part: Unicode.Scalar) -> String? {
    unsafe pq.resultErrorField(result, CInt(part.value)).map { unsafe String(cString: $0) }
  }

  /// Returns a field that is a text; nil if it is null.
  func text(_ row: Int, _ column: Int) -> String? {
    unsafe field(row, column).map { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a row.
  func read(_ row: Int, into fields: inout WireRow) {
    fields.removeAll()
    for column in 0..<Int(unsafe pq.columnCount(result)) {
      unsafe fields.append(field(row, column))
    }
  }

  private func field(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (CInt(clamping: row), CInt(clamping: column))
    if unsafe pq.isNull(result, row, column) != 0 { return nil }
    return unsafe UnsafeRawBufferPointer(
      start: pq.value(result, row, column), count: Int(pq.length(result, row, column)))
  }
}

/// The rows of a `COPY … TO STDOUT (FORMAT binary)`.
///
/// If it is not read to its end, the connection cannot be used any more.
@safe final class CopiedRows {
  private let connection: PostgresConnection
  private var message = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private var place = 0
  private var hasHeader = false

  init(_ connection: PostgresConnection) { self.connection = connection }

  deinit { unsafe connection.pq.free(UnsafeMutableRawPointer(mutating: message.baseAddress)) }

  /// Reads the next row.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `PostgresError`, `CancellationError`
  func read(into row: inout WireRow) throws -> Bool {
    row.removeAll()
    while true {
      guard unsafe place < message.count else {
        unsafe connection.pq.free(UnsafeMutableRawPointer(mutating: message.baseAddress))
        unsafe message = UnsafeRawBufferPointer(start: nil, count: 0)
        guard let next = unsafe try connection.nextMessage() else { return false }
        unsafe message = unsafe next
        place = 0
        if !hasHeader {
          // The signature, the flags, and an extension of a given length.
          place = 15
          place += max(0, try integer(4))
          hasHeader = true
        }
        continue
      }
      let count = try integer(2)
      // The trailer.
      if count == -1 { continue }
      for _ in 0..<max(0, count) {
        let length = try integer(4)
        guard length >= 0 else {
          unsafe row.append(nil)
          continue
        }
        guard unsafe length <= message.count - place else { throw Self.damaged }
        unsafe row.append(UnsafeRawBufferPointer(rebasing: message[place..<place + length]))
        place += length
      }
      return true
    }
  }

  /// Reads a signed integer, most significant byte first.
  private func integer(_ count: Int) throws -> Int {
    guard unsafe count <= message.count - place else { throw Self.damaged }
    var value = unsafe Int(Int8(bitPattern: message[place]))
    for next in place + 1..<place + count { value = unsafe value << 8 | Int(message[next]) }
    place += count
    return value
  }

  private static let damaged = PostgresError(
    state: "", reason: "the server sent rows that cannot be read", isLost: true)
}
