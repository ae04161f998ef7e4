/// What a list knows of the rows on its server, at one revision and for one query.
struct RemotePages: Sendable {
  /// Rows next to each other in a section.
  private struct Run: Sendable {
    let section: Int
    let start: Int
    let rows: [RemoteRow]

    var range: Range<Int> { start..<start + rows.count }
  }

  /// The numbers of rows that meet conditions.
  private var counts: [RowCondition: Int] = [:]
  /// The last runs that were read, the latest first.
  private var runs: [Run] = []
  /// The positions of rows that were requested.
  private var places: [RowID: (section: Int, index: Int)] = [:]

  private static let (maxRuns, maxCounts, maxPlaces) = (4, 100, 10_000)

  // MARK: Counts

  /// Returns the number of rows that meet a condition, which is queried once.
  mutating func count(_ condition: RowCondition, _ server: some RowServer) throws -> Int {
    if let count = counts[condition] { return count }
    let count = try server.count(condition)
    keep(count, condition)
    return count
  }

  /// Returns the number of rows that meet a condition, if it was queried before.
  func knownCount(_ condition: RowCondition) -> Int? { counts[condition] }

  /// Keeps the number of rows that meet a condition.
  mutating func keep(_ count: Int, _ condition: RowCondition) {
    if counts.count >= Self.maxCounts { counts = [:] }
    counts[condition] = count
  }

  /// Forgets the rows, whose order and positions are other ones now.
  mutating func forgetRows() { (runs, places) = ([], [:]) }

  // MARK: Rows

  /// Keeps rows that were read.
  mutating func keep(_ rows: [RemoteRow], from start: Int, in section: Int) {
    if rows.isEmpty { return }
    runs.insert(Run(section: section, start: start, rows: rows), at: 0)
    if runs.count > Self.maxRuns { runs.removeLast() }
  }

  /// Returns the rows at positions of a section, reading those that are not kept.
  ///
  /// The server is queried for the rows next to a kept one, or to an end of the section, whichever
  /// is near.
  ///
  /// - Parameters:
  ///   - range: The positions, all of which exist.
  ///   - section: The section.
  ///   - count: The number of its rows.
  ///   - read: Reads rows.
  /// - Returns: The rows.
  mutating func rows(
    _ range: Range<Int>, in section: Int, of count: Int,
    _ read: (RowSpan) throws -> [RemoteRow]
  ) rethrows -> [RemoteRow] {
    let runs = runs.filter { $0.section == section }
    if range.isEmpty { return [] }
    let (low, high) = (range.lowerBound, range.upperBound)
    if let run = runs.first(where: { $0.range.contains(low) && $0.range.contains(high - 1) }) {
      return Array(run.rows[low - run.start..<high - run.start])
    }
    let found: [RemoteRow]
    if let run = runs.first(where: { $0.range.contains(low) }) {
      let rest = RowSpan(anchor: run.rows.last, length: high - run.range.upperBound)
      found = run.rows[(low - run.start)...] + (try read(rest))
    } else if let run = runs.first(where: { $0.range.contains(high - 1) }) {
      let rest = RowSpan(anchor: run.rows.first, isBackward: true, length: run.start - low)
      found = try read(rest) + run.rows[..<(high - run.start)]
    } else {
      found = try read(nearest(to: range, runs, of: count))
    }
    keep(found, from: low, in: section)
    return found
  }

  private func nearest(to range: Range<Int>, _ runs: [Run], of count: Int) -> RowSpan {
    var best = RowSpan(skipping: range.lowerBound, length: range.count)
    func consider(_ anchor: RemoteRow?, isBackward: Bool, _ skipping: Int) {
      if skipping < 0 || skipping >= best.skipping { return }
      best = RowSpan(
        anchor: anchor, isBackward: isBackward, skipping: skipping, length: range.count)
    }
    consider(nil, isBackward: true, count - range.upperBound)
    for run in runs {
      consider(run.rows.last, isBackward: false, range.lowerBound - run.range.upperBound)
      consider(run.rows.first, isBackward: true, run.start - range.upperBound)
    }
    return best
  }

  // MARK: Positions

  /// Keeps the position of a row.
  mutating func keep(_ id: RowID, at index: Int, in section: Int) {
    if places.count >= Self.maxPlaces { places = [:] }
    places[id] = (section, index)
  }

  /// Returns the known positions of rows.
  func places(of ids: [RowID]) -> [RowID: (section: Int, index: Int)] {
    var missing = Set(ids)
    var found: [RowID: (section: Int, index: Int)] = [:]
    for id in ids {
      if let place = places[id] {
        found[id] = place
        missing.remove(id)
      }
    }
    for run in runs where !missing.isEmpty {
      for (index, row) in run.rows.enumerated() where missing.contains(row.id) {
        found[row.id] = (run.section, run.start + index)
        missing.remove(row.id)
      }
    }
    return found
  }
}
