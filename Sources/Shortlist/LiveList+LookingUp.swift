package import ShortlistCore

extension LiveList {
  /// Looks rows up as a query would show them; the list stays as it is.
  ///
  /// It works on a copy, on a thread of its own, so other requests need not wait. Orders that it
  /// had to compute are kept for the next look-up if no row has changed meanwhile.
  ///
  /// - Throws: What `updateQuery` throws.
  package func lookUp(
    _ query: ListQuery, _ rows: Range<Int>, measuring request: MeasureRequest
  ) async throws -> QueryLookup {
    try requireAllRows()
    let (found, copy) = try await offPool { [engine] isCancelled in
      var copy = engine
      let found = try copy.lookUp(query, rows, measuring: request, isCancelled: isCancelled)
      return (found, copy)
    }
    try requireSource()
    if engine.revision == found.revision { engine.keepResults(of: copy) }
    return found
  }
}
