package import Shortlist
package import ShortlistCore

/// The target of a searcher.
package protocol SearchedList: Sendable {
  /// The revisions from now on.
  var revisions: AsyncStream<Int> { get }

  /// Changes the query and measures the result.
  func search(
    measuring requests: [MeasureRequest], _ change: @escaping @Sendable (inout ListQuery) -> Void
  ) async throws -> SearchResults
}

extension LiveList: SearchedList {}

extension ListProtocol {
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
    while true {
      let before = await state
      do {
        let outcome = try await updateQuery(ifRevision: before.revision, change)
        var results = SearchResults(outcome)
        if before.isReading { return results }
        for request in requests {
          do {
            results.measures.append(
              .success(try await measure(request, ifRevision: outcome.revision)))
          } catch let error as InvalidRequestError {
            results.measures.append(.failure(error))
          }
        }
        return results
      } catch is StaleRevisionError {
        // A list on a server has taken in a commit of others in between.
        continue
      }
    }
  }
}
