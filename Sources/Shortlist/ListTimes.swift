/// How long a list took to be read, and to be searched last.
package struct ListTimes: Hashable, Sendable {
  private let opened = ContinuousClock.now
  /// From opening the source until all rows were read; nil before.
  package private(set) var loading: Duration?
  /// The last change of the query: until the rows that match were known, and the first of them in
  /// order; nil if there was none.
  package private(set) var search: Duration?

  /// The source is opened now.
  init() {}

  /// All rows are read now.
  mutating func endLoading() { loading = opened.duration(to: .now) }

  /// A change of the query that began at some time is done now.
  mutating func endSearch(begunAt start: ContinuousClock.Instant) {
    search = start.duration(to: .now)
  }
}
