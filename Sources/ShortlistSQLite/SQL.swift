import ShortlistCore

/// The statements that read and write rows.
///
/// A name of a file is quoted, and a column is named together with its table: SQLite takes a quoted
/// name that it does not know for a text if it stands alone. Names of our own are chosen so that the
/// table has none of them (`TableShape.freeName`), and columns of results are read by their places.
enum SQL {
  /// The name that the table has within a statement.
  static func alias(of shape: TableShape) -> String { shape.freeName("a") }

  /// The table, as statements that have other names for it name it.
  static func table(_ shape: TableShape) -> String { "main.\(shape.name.quoted)" }

  /// The columns of all rows in the order in which SQLite has them, and after them the number of the
  /// row, if that is the key.
  static func rows(of shape: TableShape, _ key: TableKey) -> String {
    var columns = names(of: shape.columns.map(\.name), in: alias(of: shape))
    if case .rowid = key { columns += names(of: key, in: alias(of: shape)) }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(table(shape)) AS \(alias(of: shape))"
  }

  /// The rows whose numbers are in a range, which takes two parameters, in the order of the numbers:
  /// the columns, what else makes up the key, and the number, which goes by `name`.
  static func rows(of shape: TableShape, _ key: TableKey, numberedBy name: String) -> String {
    let alias = alias(of: shape)
    var columns = names(of: shape.columns.map(\.name), in: alias)
    if case .rowid = key { columns += names(of: key, in: alias) }
    return """
      SELECT \(columns.joined(separator: ", ")), \(alias).\(name) FROM \(table(shape)) AS \(alias)
      WHERE \(alias).\(name) BETWEEN ?1 AND ?2 ORDER BY \(alias).\(name)
      """
  }

  /// The keys of all rows.
  static func keys(_ key: TableKey, of shape: TableShape) -> String {
    let columns = names(of: key, in: alias(of: shape)).joined(separator: ", ")
    return "SELECT \(columns) FROM \(table(shape)) AS \(alias(of: shape))"
  }

  /// The columns of a key, of a row that goes by a name.
  static func names(of key: TableKey, in row: String) -> [String] {
    if case .rowid(let name) = key { return ["\(row).\(name)"] }
    return names(of: key.columns, in: row)
  }

  private static func names(of columns: [String], in row: String) -> [String] {
    columns.map { "\(row).\($0.quoted)" }
  }

  /// The condition that a row has a key, with a parameter for each of its columns, from `first` on.
  ///
  /// It holds for the very key, also where the table takes texts for the same that differ.
  static func hasKey(_ key: TableKey, of shape: TableShape, first: Int = 1) -> String {
    let names = names(of: key, in: alias(of: shape))
    if case .rowid = key { return "\(names[0]) = ?\(first)" }
    return names.enumerated().map { index, name in
      // An index is found by the first one alone.
      "\(name) IS ?\(first + index) AND \(name) IS ?\(first + index) COLLATE BINARY"
    }.joined(separator: " AND ")
  }
}

extension String {
  /// The name as SQL quotes it.
  ///
  /// Bytes are looked at: a quote and a mark that follows it are one character, and not a quote.
  var quoted: String {
    let quote = UInt8(ascii: "\"")
    var bytes = [quote]
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    return String(decoding: bytes + [quote], as: UTF8.self)
  }

  /// Whether two names have the same bytes: SQLite keeps names apart that are canonically equivalent.
  func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension TableShape {
  /// A name that is neither that of the table nor of one of its columns, in whatever case.
  ///
  /// - Parameter name: The name that is wanted, in lower case; lengthened until it is free.
  /// - Returns: The name.
  func freeName(_ name: String) -> String {
    let taken = Set((columns.map(\.name) + [self.name]).map { $0.lowercased() })
    var free = name
    while taken.contains(free) { free += "_" }
    return free
  }
}
