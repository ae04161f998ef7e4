/// The target of a searcher.
package protocol SearchedList: Sendable {
  /// The revisions from now on.
  var revisions: AsyncStream<Int> { get }

  /// Changes the query and measures the result.
  func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults
}

extension LiveList: SearchedList {
  /// Changes the query and measures the result, all at one revision.
  ///
  /// While rows are being read it measures nothing, because the types of attributes are not known
  /// yet.
  ///
  /// - Throws: What `updateQuery` throws. The query then stays unchanged. Measuring, too, may throw
  ///   `CancellationError`, after the query has changed.
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
