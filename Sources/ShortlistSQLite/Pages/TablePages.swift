import GRDB
import GRDBSQLite
import ShortlistCore

/// Hashes of a table's leaf pages, which limit a comparison after a commit to the rows of changed
/// pages.
///
/// SQLite stores rows in the leaves of a b-tree, in rowid order. Leaves with equal bytes hold equal
/// rows, wherever in the file they are. Two versions of a table can therefore differ only in leaves
/// that one of them lacks.
struct TablePages: Sendable {
  /// A nonempty leaf.
  struct Leaf: Hashable, Sendable {
    /// The range from the first to the last rowid.
    var numbers: ClosedRange<Int>
    /// A hash of its bytes and of its overflow pages.
    var hash: UInt64
  }

  /// The leaves in rowid order.
  private(set) var leaves: [Leaf] = []
  /// The number of rows.
  private(set) var rowCount = 0
  /// The ids of the rows that the list itself has written since.
  private(set) var written: Set<RowID> = []
  /// Whether the key is the rowid; otherwise it is a unique text.
  let isByNumber: Bool

  /// The maximum number of written rows to track.
  private static let maxWritten = 10_000

  /// Reads the pages of a table; nil if the table has no rowid, if its key is neither the rowid nor
  /// a text, or if the file is too large.
  ///
  /// - Parameters:
  ///   - shape: The table.
  ///   - key: Its key.
  ///   - database: The connection, in a transaction.
  ///   - isDirect: Whether the file itself holds all pages, and no writer changes them.
  ///   - rows: The approximate number of rows. If comparing all rows of a small table is cheaper
  ///     than copying a large file, the result is nil.
  /// - Throws: `SQLiteError`
  init?(
    of shape: TableShape, by key: TableKey, in database: Database, isDirect: Bool = false,
    rows: Int = .max
  ) throws {
    guard case .rowid = shape.storage else { return nil }
    isByNumber = try Self.isNumber(key, of: shape, in: database)
    guard isByNumber || Self.isText(key, of: shape) else { return nil }
    let found = try Statement(
      "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?", on: database)
    try found.bind(.text(shape.name), at: 1)
    guard try found.step() else { return nil }
    let root = found.integer(0)
    found.reset()
    if !isDirect, try rows < database.integer("PRAGMA main.page_count") / 4 { return nil }
    guard let image = try FileImage(of: database, isDirect: isDirect) else { return nil }
    var tree = TableTree(image)
    guard tree.visit(root) else { return nil }
    (leaves, rowCount) = (tree.leaves, tree.rowCount)
  }

  /// Returns whether a key is the rowid.
  private static func isNumber(
    _ key: TableKey, of shape: TableShape, in database: Database
  ) throws -> Bool {
    switch key {
    case .rowid: return true
    case .column(let name):
      if shape.key != [name] { return false }
      // Only an `INTEGER PRIMARY KEY` has no index.
      let indices = try Statement(
        "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", on: database)
      try indices.bind(.text(shape.name), at: 1)
      return try !indices.step()
    case .columns, .place: return false
    }
  }

  /// Returns whether a key is the primary key, in a column that can hold only texts, blobs and
  /// nulls.
  private static func isText(_ key: TableKey, of shape: TableShape) -> Bool {
    guard case .column(let name) = key, shape.key == [name],
      let column = shape.columns.first(where: { $0.name == name })
    else { return false }
    return column.convertsToText
  }

  /// Records rows that the list has written.
  ///
  /// - Returns: False if there are too many; these pages are then useless.
  mutating func record(_ changes: StoredChanges) -> Bool {
    written.formUnion(changes.rows.map(\.id))
    return written.count <= Self.maxWritten
  }

  /// Returns the rowids of all rows that can differ in another version, in order.
  ///
  /// If the key is not the rowid, rows that the list itself has written are not included.
  func differences(from other: TablePages) -> [ClosedRange<Int>] {
    var ranges = written.union(other.written).compactMap { id -> ClosedRange<Int>? in
      if case .integer(let number) = id { number...number } else { nil }
    }
    var (mine, others) = (0, 0)
    while mine < leaves.count, others < other.leaves.count {
      let (one, two) = (leaves[mine], other.leaves[others])
      if one == two {
        mine += 1
        others += 1
      } else if one.numbers.lowerBound <= two.numbers.lowerBound {
        ranges.append(one.numbers)
        mine += 1
      } else {
        ranges.append(two.numbers)
        others += 1
      }
    }
    ranges += (leaves[mine...] + other.leaves[others...]).map(\.numbers)
    return Self.merged(ranges)
  }

  /// Returns the union of ranges as disjoint ranges in order.
  private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}
