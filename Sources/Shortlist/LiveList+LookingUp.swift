package import ShortlistCore

import Dispatch

extension LiveList {
  /// Looks rows up as a query would show them; the list stays as it is.
  ///
  /// It works on a copy, on a thread of its own, so other requests need not wait. Orders that it had
  /// to compute are kept for the next look-up if no row has changed meanwhile.
  ///
  /// - Throws: What `updateQuery` throws.
  package func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest
  ) async throws -> QueryLookup {
    try requireAllRows()
    let flag = CancellationFlag()
    let (found, copy) = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { [engine] continuation in
        DispatchQueue.global().async {
          continuation.resume(
            with: Result {
              if flag.isSet { throw CancellationError() }
              var copy = engine
              let total = try copy.setQuery(query, isCancelled: { flag.isSet }).total
              let found = QueryLookup(
                revision: engine.revision, total: total, ids: copy.matchingIDs(rows),
                measures: try copy.measure(request) { flag.isSet }, rows: engine)
              return (found, copy)
            })
        }
      }
    } onCancel: {
      flag.set()
    }
    if engine.revision == found.revision { engine.keepResults(of: copy) }
    return found
  }
}
