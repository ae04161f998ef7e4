package import ShortlistCore

/// The state of a list besides its rows.
package struct ListState: Sendable {
  /// The number of changes so far, plus one.
  package var revision: Int
  /// The number of all rows known.
  package var count: Int
  /// The attributes.
  package var schema: ListSchema
  /// The requested query.
  package var query: ListQuery
  /// The reason why the list cannot follow its source now; nil if it follows it or has no need to.
  package var stopReason: String?

  /// Creates a state.
  package init(
    revision: Int, count: Int, schema: ListSchema, query: ListQuery, stopReason: String? = nil
  ) {
    self.revision = revision
    self.count = count
    self.schema = schema
    self.query = query
    self.stopReason = stopReason
  }
}

extension ListProtocol {
  /// The number of changes so far, plus one.
  package var revision: Int { get async { await state.revision } }
  /// The number of all rows known.
  package var count: Int { get async { await state.count } }
  /// The attributes.
  package var schema: ListSchema { get async { await state.schema } }
  /// The requested query.
  package var query: ListQuery { get async { await state.query } }
  /// The reason why the list cannot follow its source now; nil if it follows it or has no need to.
  package var stopReason: String? { get async { await state.stopReason } }
}

extension LiveList: ListProtocol {
  /// The current state, without beginning a request.
  package var state: ListState {
    ListState(
      revision: revision, count: count, schema: schema, query: query, stopReason: stopReason)
  }
}
