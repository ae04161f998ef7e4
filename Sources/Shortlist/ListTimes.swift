/// The durations of a list's loading and of its last search.
package struct ListTimes: Hashable, Sendable {
  private let opened = ContinuousClock.now
  /// The time from opening the source until all rows were read; nil before.
  package private(set) var loading: Duration?
  /// The duration of the last query change, until the matching rows and the first of them in order
  /// were known; nil if there was none.
  package private(set) var search: Duration?

  /// Starts measuring, as the source is opened.
  init() {}

  /// Records that all rows are read.
  mutating func endLoading() { loading = opened.duration(to: .now) }

  /// Records the end of a query change that began at `start`.
  mutating func endSearch(begunAt start: ContinuousClock.Instant) {
    search = start.duration(to: .now)
  }
}
