import Shortlist
public import ShortlistCore

/// Searches a list on behalf of its controls, with their filters and measurements.
///
/// ``ListSearcher`` searches a `PickList`.
///
///     let searcher: any Searcher = ListSearcher(shop)
///     searcher.connectFilterState(filterState)
///     searcher.query = "tea"
///     searcher.search()
@MainActor
public protocol Searcher: AnyObject {
  /// The text for the next search.
  var query: String { get set }

  /// Searches for the text under the current filters; cancels an older search.
  func search()

  /// Repeats the measurements of the controls, if there was a search.
  func refresh()

  /// Applies the filters of a filter state, and searches again with each of their changes once
  /// there was a search.
  ///
  /// - Returns: The connection. After disconnecting, the filters are no longer applied.
  @discardableResult
  func connectFilterState(_ filterState: FilterState) -> Connection

  /// Adds a measurement to every search, and repeats it when the rows change.
  ///
  /// - Parameters:
  ///   - wanted: Returns the current request; nil to remove the measurement.
  ///   - take: Receives the measures, in the order of the request, or an error.
  /// - Returns: The connection, to remove the measurement.
  func measure(
    _ wanted: @escaping () -> MeasureRequest?,
    _ take: @escaping (Result<Measures, any Error>) -> Void
  ) -> Connection

  /// Calls `observer` with the results of each search that no newer one replaced.
  ///
  /// - Returns: The connection, to stop observing.
  @discardableResult
  func onResults(_ observer: @escaping (SearchResults) -> Void) -> Connection

  /// Calls `observer` when a search or a measurement fails; the list, the results and the controls
  /// then stay unchanged.
  ///
  /// - Returns: The connection, to stop observing.
  @discardableResult
  func onError(_ observer: @escaping (any Error) -> Void) -> Connection
}

/// The results of a search, all at one revision.
///
///     searcher.onResults { results in show("\(results.total) of \(results.count)") }
///     searcher.search()
public struct SearchResults: Sendable {
  /// The revision.
  public var revision: Int
  /// The number of matching rows.
  public var total: Int
  /// The number of all rows in the list.
  public var count: Int
  /// The shown sections, in order.
  public var sections: [SectionCount]
  /// The measures, one result for each control; an error affects only its own control.
  public var measures: [Result<Measures, any Error>] = []

  init(_ outcome: QueryOutcome<RowID>) {
    (revision, total) = (outcome.revision, outcome.total)
    (count, sections) = (outcome.count, outcome.sections)
  }
}

extension SearchResults: Equatable {
  /// Whether two results are equal; errors are equal if they have the same type and description.
  ///
  /// - Complexity: O(sections, and values that were measured)
  public static func == (a: Self, b: Self) -> Bool {
    a.revision == b.revision && a.total == b.total && a.count == b.count
      && a.sections == b.sections && a.measures.elementsEqual(b.measures, by: isSame)
  }

  private static func isSame(
    _ a: Result<Measures, any Error>, _ b: Result<Measures, any Error>
  ) -> Bool {
    switch (a, b) {
    case (.success(let a), .success(let b)): a == b
    case (.failure(let a), .failure(let b)): type(of: a) == type(of: b) && "\(a)" == "\(b)"
    default: false
    }
  }
}
