/// How the first rows are shown before the server has counted: with its estimates, until `settle`.
extension RemoteEngine {
  /// The number of first rows that are read before it is known how many there are.
  private static let firstRows = 256
  /// The number of all rows up to which a list counts at once.
  private static let maxCounted = 100_000

  /// Counts all rows, or has the server estimate how many they are if they are many.
  mutating func estimateCount(from server: some RowServer) throws {
    count = try server.estimate(RowCondition())
    if count > Self.maxCounted {
      estimates.insert(.count)
    } else {
      count = try pages.count(RowCondition(), server)
    }
  }

  /// Reads the first matching rows, and has the server estimate how many there are.
  ///
  /// - Returns: What is visible; nil if that takes the exact number, or if it is known by now.
  mutating func estimated(from server: some RowServer) throws -> RemoteVisible? {
    let condition = condition
    guard query.sections == nil, count > Self.maxCounted, showsFirstRows,
      pages.knownCount(condition) == nil
    else { return nil }
    let rows = try server.rows(condition, by: order, 0..<Self.firstRows)
    pages.keep(rows, from: 0, in: 0)
    if rows.count < Self.firstRows {
      pages.keep(rows.count, condition)
      return nil
    }
    let estimate = max(rows.count + 1, min(try server.estimate(condition), count))
    var section = RemoteVisible.Section(name: "", value: nil, count: estimate)
    section.window = window(of: section)
    let range = section.window.range
    estimates.insert(.total)
    var visible = RemoteVisible()
    visible.sections = [section]
    visible.rows = range.upperBound <= rows.count ? [Array(rows[range])] : nil
    return visible
  }

  /// Whether the window of the only section is among the first rows, wherever the last row is.
  var showsFirstRows: Bool {
    guard let range = range(ofSection: "") else { return true }
    return range.isFixed && range.pin == .beginning && range.offset <= Self.firstRows
      && range.length <= Self.firstRows - range.offset
  }

  /// Counts what was estimated.
  ///
  /// The visible rows stay, but more or fewer may follow them.
  ///
  /// - Throws: The errors of the server.
  package mutating func countExactly(from server: some RowServer) throws {
    if estimates.isEmpty { return }
    var changed = self
    changed.estimates = []
    if estimates.contains(.count) {
      changed.count = try changed.pages.count(RowCondition(), server)
    }
    if estimates.contains(.total) {
      changed.shown = try changed.visible(from: server)
      if shown.sections.map(\.window.range) != changed.shown.sections.map(\.window.range) {
        changed.revision += 1
      }
    }
    self = changed
  }

  /// Counts what was estimated, unless the rows in the windows are known without that.
  mutating func countExactlyUnlessShown(from server: some RowServer) throws {
    if shown.rows == nil { try countExactly(from: server) }
  }
}
