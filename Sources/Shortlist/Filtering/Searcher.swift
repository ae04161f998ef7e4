/// Searches for the controls around a list: what they filter, and what they want measured.
///
/// ``ListSearcher`` searches a `LiveList`.
@MainActor
public protocol Searcher: AnyObject {
  /// The text that is searched for with the next search.
  var query: String { get set }

  /// Searches for the text under the filters of the moment; an older search is given up.
  func search()

  /// Measures again what controls want, if there was a search.
  func refresh()

  /// Searches under the filters of a state from now on, and again with each of their changes once
  /// there was a search.
  ///
  /// - Returns: What ends it: the filters of the state do not hold any more.
  @discardableResult
  func connectFilterState(_ filterState: FilterState) -> Connection

  /// Measures something with every search, and again when the rows change.
  ///
  /// - Parameters:
  ///   - wanted: What is to be measured now, nil if nobody wants it any more.
  ///   - take: Takes the measures, in the order of the request, or why there are none.
  /// - Returns: What ends it.
  func measure(
    _ wanted: @escaping () -> MeasureRequest?,
    _ take: @escaping (Result<Measures, any Error>) -> Void
  ) -> Connection

  /// Tells of the results of each search that no newer one has overtaken.
  ///
  /// - Returns: What ends it.
  @discardableResult
  func onResults(_ observer: @escaping (SearchResults) -> Void) -> Connection

  /// Tells why a search or a measure failed; the list, the results and the controls then stay as they
  /// were.
  ///
  /// - Returns: What ends it.
  @discardableResult
  func onError(_ observer: @escaping (any Error) -> Void) -> Connection
}

/// What a search found, all at one revision.
public struct SearchResults: Sendable {
  /// The revision before the search: `outcome.changes` are against it.
  public var previousRevision: Int
  /// The rows found.
  public var outcome: QueryOutcome
  /// What controls wanted measured, one for each; the error of one does not touch the others.
  public var measures: [Result<Measures, any Error>]

  /// The revision.
  public var revision: Int { outcome.revision }
  /// Rows that match.
  public var total: Int { outcome.total }
}
