import ShortlistCore

/// SQL statements that read and write rows.
///
/// All names from the file are quoted, and columns are qualified with their table: SQLite reads an
/// unknown quoted name as a string literal if it is unqualified. Our own names avoid those of the
/// table (`TableShape.freeName`). Result columns are read by index.
enum SQL {
  /// Returns the alias of the table within a statement.
  static func alias(of shape: TableShape) -> String { shape.freeName("a") }

  /// Returns the qualified name of the table.
  static func table(_ shape: TableShape) -> String { "main.\(shape.name.quoted)" }

  /// Returns the query for all rows in SQLite's scan order: the columns, then the rowid if it is
  /// the key.
  static func rows(of shape: TableShape, _ key: TableKey) -> String {
    var columns = names(of: shape.columns.map(\.name), in: alias(of: shape))
    if case .rowid = key { columns += names(of: key, in: alias(of: shape)) }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(table(shape)) AS \(alias(of: shape))"
  }

  /// Returns the query for the rows in a range of rowids, in rowid order.
  ///
  /// Its two parameters are the bounds of the range. It returns the columns, whatever else makes up
  /// the key, and last the rowid, which has the given name.
  static func rows(of shape: TableShape, _ key: TableKey, numberedBy name: String) -> String {
    let alias = alias(of: shape)
    var columns = names(of: shape.columns.map(\.name), in: alias)
    if case .rowid = key { columns += names(of: key, in: alias) }
    return """
      SELECT \(columns.joined(separator: ", ")), \(alias).\(name) FROM \(table(shape)) AS \(alias)
      WHERE \(alias).\(name) BETWEEN ?1 AND ?2 ORDER BY \(alias).\(name)
      """
  }

  /// Returns the query for the keys of all rows.
  static func keys(_ key: TableKey, of shape: TableShape) -> String {
    let columns = names(of: key, in: alias(of: shape)).joined(separator: ", ")
    return "SELECT \(columns) FROM \(table(shape)) AS \(alias(of: shape))"
  }

  /// Returns the qualified columns of a key.
  static func names(of key: TableKey, in row: String) -> [String] {
    if case .rowid(let name) = key { return ["\(row).\(name)"] }
    return names(of: key.columns, in: row)
  }

  private static func names(of columns: [String], in row: String) -> [String] {
    columns.map { "\(row).\($0.quoted)" }
  }

  /// Returns the condition that a row has a key, with one parameter for each key column from
  /// `first` on.
  ///
  /// It compares texts byte by byte, whatever collation the column has.
  static func hasKey(_ key: TableKey, of shape: TableShape, first: Int = 1) -> String {
    let names = names(of: key, in: alias(of: shape))
    if case .rowid = key { return "\(names[0]) = ?\(first)" }
    return names.enumerated().map { index, name in
      // The first comparison can use an index; the second one is exact.
      "\(name) IS ?\(first + index) AND \(name) IS ?\(first + index) COLLATE BINARY"
    }.joined(separator: " AND ")
  }
}

extension String {
  /// The name as a quoted SQL identifier.
  ///
  /// It works on bytes, because a quote with a combining mark is one `Character` that is not a
  /// quote.
  var quoted: String {
    let quote = UInt8(ascii: "\"")
    var bytes = [quote]
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [quote], as: UTF8.self)
  }

  /// Returns whether two names have the same bytes; SQLite distinguishes canonically equivalent
  /// names.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension TableShape {
  /// Returns a name that differs from those of the table and its columns, ignoring case.
  ///
  /// - Parameter name: The preferred name in lower case; it is lengthened until it is free.
  /// - Returns: The free name.
  func freeName(_ name: String) -> String {
    let taken = Set((columns.map(\.name) + [self.name]).map { $0.lowercased() })
    var free = name
    while taken.contains(free) { free += "_" }
    return free
  }
}
