import ShortlistJSON

/// Reads what the output plugin `pgoutput` sends, in version 1 of its protocol, about one table.
///
/// See "Logical Replication Message Formats" in PostgreSQL's documentation.
struct LogicalDecoder {
  /// The table whose changes are read.
  struct Table: Hashable, Sendable {
    /// The names of its columns, and whether their values are JSON.
    var columns: [Column]
    /// The names of the columns of the key.
    var key: [String]
    /// Whether changes have the rows as they were before.
    var keepsRows: Bool

    struct Column: Hashable, Sendable {
      var name: String
      var isJSON: Bool
    }
  }

  /// The content of a message.
  enum Event: Equatable {
    /// All of the log before a position has been sent; the server may want an answer.
    case reached(UInt64, wantsAnswer: Bool)
    /// A transaction was committed.
    case committed(DecodedTransaction)
  }

  /// The error for a message that cannot be read.
  struct MessageError: Error {}

  /// The maximum number of changes that a transaction keeps, and of bytes; one with more stands for
  /// all rows.
  static let (maxChanges, maxBytes) = (100_000, 16 << 20)

  private let table: Table
  /// The columns of the tables that messages are about, by their numbers.
  private var relations: [UInt32: Relation] = [:]
  private var transaction = DecodedTransaction(number: 0, end: 0, changes: [])
  private var bytes = 0

  /// The columns of a table, as they are sent.
  private struct Relation {
    var names: [String] = []
    /// Where the columns of the key are; nil if one is missing.
    var key: [Int]?
    /// Whether all columns of the table are sent.
    var isWhole = false
    var isJSON: [Bool] = []
  }

  /// A row, as it is sent.
  private typealias Tuple = [Field]

  private enum Field: Equatable {
    case null
    /// A long value that did not change, and is not sent.
    case unchanged
    case text(String)
  }

  init(_ table: Table) { self.table = table }

  /// Reads a message of the replication protocol.
  ///
  /// - Returns: Its content; nil for a part of a transaction.
  /// - Throws: `MessageError`
  mutating func read(_ message: [UInt8]) throws(MessageError) -> Event? {
    var reader = Reader(message)
    switch try reader.byte() {
    case UInt8(ascii: "k"):
      let end = try reader.integer(8)
      _ = try reader.integer(8)
      return .reached(end, wantsAnswer: try reader.byte() != 0)
    case UInt8(ascii: "w"):
      // Where the data begin, where the log ends, and the time.
      try reader.skip(24)
      return try readData(&reader)
    default: throw MessageError()
    }
  }

  private mutating func readData(_ reader: inout Reader) throws(MessageError) -> Event? {
    switch try reader.byte() {
    case UInt8(ascii: "B"):
      // The position of the commit, and its time.
      try reader.skip(16)
      let number = UInt32(truncatingIfNeeded: try reader.integer(4))
      transaction = DecodedTransaction(number: number, end: 0, changes: [])
      bytes = 0
    case UInt8(ascii: "C"):
      try reader.skip(9)
      transaction.end = try reader.integer(8)
      return .committed(transaction)
    case UInt8(ascii: "R"): try readRelation(&reader)
    case UInt8(ascii: "I"):
      let relation = try relation(&reader)
      try reader.skip(1)
      let new = try tuple(&reader)
      add(RowChange(key: key(of: new, or: nil, relation), change: 1))
    case UInt8(ascii: "U"):
      let relation = try relation(&reader)
      var kind = try reader.byte()
      var old: Tuple?
      let isWhole = kind == UInt8(ascii: "O")
      if kind != UInt8(ascii: "N") {
        old = try tuple(&reader)
        kind = try reader.byte()
      }
      let new = try tuple(&reader)
      guard kind == UInt8(ascii: "N") else { throw MessageError() }
      let newKey = key(of: new, or: old, relation)
      let oldKey = old.map { key(of: $0, or: nil, relation) } ?? newKey
      addOld(isWhole ? old : nil, oldKey, relation)
      if oldKey != newKey {
        add(RowChange(key: oldKey, change: -1))
        add(RowChange(key: newKey, change: 1))
      }
    case UInt8(ascii: "D"):
      let relation = try relation(&reader)
      let isWhole = try reader.byte() == UInt8(ascii: "O")
      let old = try tuple(&reader)
      let key = key(of: old, or: nil, relation)
      addOld(isWhole ? old : nil, key, relation)
      add(RowChange(key: key, change: -1))
    case UInt8(ascii: "T"): add(.all)
    // Types, origins and messages of others.
    default: break
    }
    return nil
  }

  /// Adds a row as it was; if it is wanted and not there, the change stands for all rows.
  private mutating func addOld(_ old: Tuple?, _ key: [String]?, _ relation: Relation) {
    if !table.keepsRows { return add(RowChange(key: key)) }
    guard let old, relation.isWhole, old.count == relation.names.count, !old.contains(.unchanged)
    else { return add(.all) }
    let members = old.indices.map { index in
      let value =
        switch old[index] {
        case .text(let text): relation.isJSON[index] ? text : JSON.string(text).description
        case .null, .unchanged: "null"
        }
      return "\(JSON.string(relation.names[index])):\(value)"
    }
    add(RowChange(key: key, old: "{\(members.joined(separator: ","))}"))
  }

  private mutating func add(_ change: RowChange) {
    if transaction.changes.first == .all { return }
    bytes += change.size
    let isAll =
      change.key == nil || bytes > Self.maxBytes
      || transaction.changes.count >= Self.maxChanges
    if isAll { transaction.changes = [.all] } else { transaction.changes.append(change) }
  }

  /// Returns the key of a row, whose unchanged values are those of another one; nil if they are not
  /// known.
  private func key(of row: Tuple, or other: Tuple?, _ relation: Relation) -> [String]? {
    guard let places = relation.key else { return nil }
    var key: [String] = []
    for place in places where place < row.count {
      var field = row[place]
      if field == .unchanged, let other, place < other.count { field = other[place] }
      guard case .text(let text) = field else { return nil }
      key.append(text)
    }
    return key.count == places.count ? key : nil
  }

  private mutating func readRelation(_ reader: inout Reader) throws(MessageError) {
    let number = UInt32(truncatingIfNeeded: try reader.integer(4))
    // The schema and the name of the table.
    _ = try reader.text()
    _ = try reader.text()
    try reader.skip(1)
    var relation = Relation()
    for _ in 0..<(try reader.integer(2)) {
      // Whether it is part of the replica identity.
      try reader.skip(1)
      relation.names.append(try reader.text())
      // Its type.
      try reader.skip(8)
    }
    let places = table.key.compactMap { name in
      relation.names.firstIndex { $0.isExactly(name) }
    }
    relation.key = places.count == table.key.count ? places : nil
    relation.isWhole = relation.names.elementsEqual(table.columns) { $0.isExactly($1.name) }
    relation.isJSON = table.columns.map(\.isJSON)
    relations[number] = relation
  }

  private func relation(_ reader: inout Reader) throws(MessageError) -> Relation {
    let number = UInt32(truncatingIfNeeded: try reader.integer(4))
    guard let relation = relations[number] else { throw MessageError() }
    return relation
  }

  private func tuple(_ reader: inout Reader) throws(MessageError) -> Tuple {
    var tuple: Tuple = []
    for _ in 0..<(try reader.integer(2)) {
      switch try reader.byte() {
      case UInt8(ascii: "n"): tuple.append(.null)
      case UInt8(ascii: "u"): tuple.append(.unchanged)
      case UInt8(ascii: "t"):
        tuple.append(.text(try reader.text(Int(truncatingIfNeeded: try reader.integer(4)))))
      default: throw MessageError()
      }
    }
    return tuple
  }

  /// Reads the bytes of a message.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func byte() throws(MessageError) -> UInt8 { UInt8(truncatingIfNeeded: try integer(1)) }

    mutating func skip(_ count: Int) throws(MessageError) {
      guard count <= bytes.count - place else { throw MessageError() }
      place += count
    }

    /// Reads an integer without a sign, most significant byte first.
    mutating func integer(_ count: Int) throws(MessageError) -> UInt64 {
      guard count <= bytes.count - place else { throw MessageError() }
      var value: UInt64 = 0
      for byte in bytes[place..<place + count] { value = value << 8 | UInt64(byte) }
      place += count
      return value
    }

    mutating func text(_ count: Int) throws(MessageError) -> String {
      guard count >= 0, count <= bytes.count - place else { throw MessageError() }
      defer { place += count }
      return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }

    /// Reads a text that ends with a zero byte.
    mutating func text() throws(MessageError) -> String {
      guard let end = bytes[place...].firstIndex(of: 0) else { throw MessageError() }
      defer { place = end + 1 }
      return String(decoding: bytes[place..<end], as: UTF8.self)
    }
  }
}
