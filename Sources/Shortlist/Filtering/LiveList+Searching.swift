/// What a searcher searches.
package protocol SearchedList: Sendable {
  /// The revisions from now on.
  var revisions: AsyncStream<Int> { get }

  /// Changes the query and measures what it then shows, with nothing in between.
  func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults
}

extension LiveList: SearchedList {
  /// Changes the query and measures what it then shows, with nothing in between.
  ///
  /// While rows are read nothing is measured, as the types of attributes are not known.
  ///
  /// - Throws: What `updateQuery` throws. The query then stays as it was. `CancellationError` may
  ///   also come of the measuring, after the query has changed.
  package func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults {
    let before = revision
    let outcome = try await updateQuery(change)
    var results = SearchResults(previousRevision: before, outcome: outcome, measures: [])
    if case .reading = loading { return results }
    for request in requests {
      do {
        results.measures.append(
          .success(try await measure(request, ifRevision: outcome.revision)))
      } catch let error as InvalidRequest {
        results.measures.append(.failure(error))
      }
    }
    return results
  }
}
