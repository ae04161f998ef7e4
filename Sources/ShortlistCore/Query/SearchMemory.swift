/// Results of earlier searches over the same rows: going back finds them, typing on narrows them.
struct SearchMemory: Sendable {
  /// Results, the most recently used last.
  private var results: [(plan: SearchPlan, rows: RowSet, count: Int)] = []
  /// The number of results kept.
  private static let limit = 32

  /// The rows of a table that match a plan.
  ///
  /// - Throws: `CancellationError` if it was cancelled; nothing is remembered then.
  mutating func rows(
    _ plan: SearchPlan, of table: Table, workers: Workers, isCancelled: @Sendable () -> Bool
  ) throws -> RowSet {
    if let index = results.firstIndex(where: { $0.plan == plan }) {
      results.append(results.remove(at: index))
    } else {
      let wider = results.filter { plan.isNarrower(than: $0.plan) }.min { $0.count < $1.count }
      let rows = try plan.rows(
        of: table, among: wider?.rows, workers: workers, isCancelled: isCancelled)
      if results.count == Self.limit { results.removeFirst() }
      results.append((plan, rows, rows.count))
    }
    return results[results.count - 1].rows
  }
}
