/// The texts of a chunk of rows, in one of four storage forms.
///
/// This is a struct rather than an enumeration with payloads, because reading one text from such an
/// enumeration would retain everything in the payload.
struct TextPiece: Sendable {
  /// The storage form of the texts.
  enum Kind: Sendable { case coded, direct, integers, numbers }

  /// The stored texts, for a scan of all of them.
  enum Content {
    /// A code into the pool for each row, `TextPool.null` for null; empty for a sparse chunk.
    case coded([UInt32])
    /// A text for each row.
    case direct(TextRows)
    /// Integers in canonical form, stored as numbers until the column's type is known; only while
    /// rows are being read.
    case integers([Int], nulls: [UInt64])
    /// Numbers, stored as such until the column's type is known; only while rows are being read.
    case numbers([Double], nulls: [UInt64])
  }

  /// The storage form of the texts.
  let kind: Kind
  /// The codes, if `kind` is `coded`.
  var codes: [UInt32] = []
  /// The codes of a sparse chunk, keyed by row; `codes` is empty then.
  var few: [Int: UInt32] = [:]
  /// The texts, if `kind` is `direct`; for numbers, only the nulls.
  var rows = TextRows.none
  /// The integers, if `kind` is `integers`.
  private(set) var integers: [Int] = []
  /// The numbers, if `kind` is `numbers`.
  private(set) var numbers: [Double] = []
  var stored: StoredPiece<Self>?

  /// Creates a piece of coded texts.
  static func coded(_ codes: [UInt32]) -> Self { Self(kind: .coded, codes: codes) }

  /// Creates a sparse piece of coded texts.
  static func few(_ codes: [Int: UInt32]) -> Self { Self(kind: .coded, few: codes) }

  /// Returns the code of a row of a coded piece.
  func code(_ row: Int) -> UInt32 {
    row < codes.count ? codes[row] : few[row] ?? TextPool.null
  }

  /// Returns whether a row is null.
  func isNull(_ row: Int) -> Bool {
    switch kind {
    case .coded: code(row) == TextPool.null
    case .direct, .integers, .numbers: rows.nulls.hasBit(row)
    }
  }

  /// Creates a piece of directly stored texts.
  static func direct(_ rows: TextRows) -> Self { Self(kind: .direct, rows: rows) }

  /// Creates a piece of integers.
  static func integers(_ integers: [Int], nulls: [UInt64]) -> Self {
    Self(kind: .integers, rows: TextRows(nulls: nulls), integers: integers)
  }

  /// Creates a piece of numbers.
  static func numbers(_ numbers: [Double], nulls: [UInt64]) -> Self {
    Self(kind: .numbers, rows: TextRows(nulls: nulls), numbers: numbers)
  }

  /// The contents in the current storage form.
  var content: Content {
    switch kind {
    case .coded: .coded(codes)
    case .direct: .direct(rows)
    case .integers: .integers(integers, nulls: rows.nulls)
    case .numbers: .numbers(numbers, nulls: rows.nulls)
    }
  }
}
