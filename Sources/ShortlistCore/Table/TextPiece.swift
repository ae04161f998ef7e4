/// The texts of a chunk of rows, kept in one of four ways.
///
/// What each way needs lies side by side: to read one text out of an enumeration with payloads, all
/// that the payload refers to would have to be retained.
struct TextPiece: Sendable {
  /// How the texts are kept.
  enum Kind: Sendable { case coded, direct, integers, numbers }

  /// The texts, for those who look at all of them.
  enum Content {
    /// A code into the pool for each row, `TextPool.null` for null; none where only a few rows have
    /// a text.
    case coded([UInt32])
    /// A text for each row.
    case direct(TextRows)
    /// Whole numbers in their canonical form, kept as numbers until the type of the column is
    /// known; only while rows are being read.
    case integers([Int], nulls: [UInt64])
    /// Numbers, kept as such until the type of the column is known; only while rows are being read.
    case numbers([Double], nulls: [UInt64])
  }

  /// How the texts are kept.
  let kind: Kind
  /// The codes, if texts have codes.
  var codes: [UInt32] = []
  /// The codes of the rows that have a text, where only a few have one; there are no others then.
  var few: [Int: UInt32] = [:]
  /// The texts, if they are kept as such; of numbers the nulls.
  var rows = TextRows.none
  /// The whole numbers, if texts are such.
  private(set) var integers: [Int] = []
  /// The numbers, if texts are numbers.
  private(set) var numbers: [Double] = []

  /// Texts that have codes.
  static func coded(_ codes: [UInt32]) -> Self { Self(kind: .coded, codes: codes) }

  /// Texts of a few rows, as codes.
  static func few(_ codes: [Int: UInt32]) -> Self { Self(kind: .coded, few: codes) }

  /// The code of a row, where texts have codes.
  func code(_ row: Int) -> UInt32 {
    row < codes.count ? codes[row] : few[row] ?? TextPool.null
  }

  /// Whether there is no text in a row.
  func isNull(_ row: Int) -> Bool {
    switch kind {
    case .coded: code(row) == TextPool.null
    case .direct, .integers, .numbers: rows.nulls.hasBit(row)
    }
  }

  /// Texts kept as such.
  static func direct(_ rows: TextRows) -> Self { Self(kind: .direct, rows: rows) }

  /// Texts that are whole numbers.
  static func integers(_ integers: [Int], nulls: [UInt64]) -> Self {
    Self(kind: .integers, rows: TextRows(nulls: nulls), integers: integers)
  }

  /// Texts that are numbers.
  static func numbers(_ numbers: [Double], nulls: [UInt64]) -> Self {
    Self(kind: .numbers, rows: TextRows(nulls: nulls), numbers: numbers)
  }

  /// The texts.
  var content: Content {
    switch kind {
    case .coded: .coded(codes)
    case .direct: .direct(rows)
    case .integers: .integers(integers, nulls: rows.nulls)
    case .numbers: .numbers(numbers, nulls: rows.nulls)
    }
  }
}
