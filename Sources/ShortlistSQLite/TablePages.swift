import GRDB
import GRDBSQLite
import ShortlistCore

/// What the pages of a table are like, so that after a commit only rows of those that are different
/// must be read.
///
/// SQLite keeps rows in the leaves of a tree, in the order of their numbers. Leaves with the same
/// bytes have the same rows, wherever in the file they are. What two states of a table do not have in
/// common is thus in the leaves that only one of them has.
struct TablePages: Sendable {
  /// A leaf that has rows.
  struct Leaf: Hashable, Sendable {
    /// The numbers of its first and its last row, and all between.
    var numbers: ClosedRange<Int>
    /// A hash of its bytes, and of those that its rows have elsewhere.
    var hash: UInt64
  }

  /// In the order of the rows.
  private(set) var leaves: [Leaf] = []
  /// How many rows there are.
  private(set) var rowCount = 0
  /// The rows that the list itself has written since.
  private(set) var written: Set<RowID> = []
  /// Whether the key is the number of the row, or else a text that no two rows have.
  let isByNumber: Bool

  /// The most rows written that are noted one by one.
  private static let mostWritten = 10_000

  /// Nil of what is not stored by the number of the row, or has another key than that or a text, and
  /// of a file that is too large.
  ///
  /// - Parameters:
  ///   - shape: The table.
  ///   - key: Its key.
  ///   - database: The connection, in a transaction.
  ///   - isDirect: Whether the file itself has all pages, and nobody changes them.
  ///   - rows: About how many rows there are. Where those of a small table can be compared sooner than
  ///     a large file can be copied, there are no pages.
  /// - Throws: `SQLiteFailure`
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

  /// Whether a key is the number by which SQLite stores a row.
  private static func isNumber(
    _ key: TableKey, of shape: TableShape, in database: Database
  ) throws -> Bool {
    switch key {
    case .rowid: return true
    case .column(let name):
      if shape.key != [name] { return false }
      // Any other primary key has an index.
      let indices = try Statement(
        "SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", on: database)
      try indices.bind(.text(shape.name), at: 1)
      return try !indices.step()
    case .columns, .place: return false
    }
  }

  /// Whether a key is the primary key, and a column that has nothing but texts, blobs and nulls.
  private static func isText(_ key: TableKey, of shape: TableShape) -> Bool {
    guard case .column(let name) = key, shape.key == [name],
      let column = shape.columns.first(where: { $0.name == name })
    else { return false }
    return column.convertsToText
  }

  /// Notes rows that the list has written.
  ///
  /// - Returns: Whether they are few enough; if not, these pages say nothing any more.
  mutating func note(_ changes: StoredChanges) -> Bool {
    written.formUnion(changes.rows.map(\.id))
    return written.count <= Self.mostWritten
  }

  /// The numbers of all rows that can be different in another state of the table, in order; but for
  /// those that the list itself has written, if its key is another one.
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

  /// Ranges in order that have the same numbers, none of them twice.
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
