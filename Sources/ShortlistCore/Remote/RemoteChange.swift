/// A row that commits have inserted, updated or deleted since the state that a list has seen.
package struct RemoteChange: Hashable, Sendable {
  package var id: RowID
  /// The row before; nil if there was none.
  package var before: RemoteRow?
  /// The row now; nil if there is none.
  package var after: RemoteRow?
  /// Whether the row before met the condition of the request.
  package var matchedBefore = false
  /// Whether the row meets that condition now.
  package var matchesNow = false

  package init(_ id: RowID) { self.id = id }
}

/// What changes mean for the rows of one section.
struct RemoteSectionChanges {
  /// The old rows that left, or are in another place now.
  var removed: [RemoteRow] = []
  /// The new rows that came, or were in another place before.
  var inserted: [RemoteRow] = []
  /// The changed rows that stay in their place.
  var updated: [RowID: RemoteRow] = [:]
}
