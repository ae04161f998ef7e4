extension LiveList {
  /// Saves the selection under a name, replacing any saved under it.
  ///
  ///     try await list.saveSelection(as: "Friday")
  ///     try await list.loadSelection("Friday")
  ///
  /// It is saved with the table of the list, and durable when this returns. The revision does not
  /// change.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The name and the number of rows saved.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `WriteRefusal` if it cannot be written.
  /// - Complexity: O(selected rows)
  @discardableResult
  package func saveSelection(
    as name: String, ifRevision: Int? = nil
  ) async throws -> SavedShortlist {
    try beginRequest(ifRevision: ifRevision)
    let store = try shortlistStore
    let shortlist = engine.shortlist(named: name)
    try await store.save(shortlist)
    return SavedShortlist(name: name, count: shortlist.ids.count)
  }

  /// Replaces the selection with the one saved under a name, subject to the filters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The outcome of the replacement, and the rows that no longer exist.
  /// - Throws: `ShortlistsNotKept`; `InvalidRequest` if nothing has that name; `SourceError`; what
  ///   `select` throws.
  /// - Complexity: that of a request of as many rows
  @discardableResult
  package func loadSelection(
    _ name: String, ifRevision: Int? = nil
  ) async throws -> ShortlistOutcome {
    try beginRequest(ifRevision: ifRevision)
    let store = try shortlistStore
    guard let shortlist = try await store.savedShortlist(named: name) else {
      throw InvalidRequest("there is no shortlist \(name)")
    }
    return try load(shortlist, ifRevision: ifRevision)
  }

  /// Returns the saved selections, by name.
  ///
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`, `SourceError`.
  package func savedSelections(ifRevision: Int? = nil) async throws -> [SavedShortlist] {
    try beginRequest(ifRevision: ifRevision)
    let store = try shortlistStore
    return try await store.savedShortlists()
  }

  /// Renames a saved selection.
  ///
  /// - Parameters:
  ///   - name: The current name.
  ///   - newName: The new name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `InvalidRequest` if nothing has the name or
  ///   another saved selection has the new one; `WriteRefusal`.
  package func renameSelection(
    _ name: String, to newName: String, ifRevision: Int? = nil
  ) async throws {
    try beginRequest(ifRevision: ifRevision)
    let store = try shortlistStore
    try await store.renameShortlist(name, to: newName)
  }

  /// Deletes a saved selection; the current selection does not change.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `InvalidRequest` if nothing has that name;
  ///   `WriteRefusal`.
  package func forgetSelection(_ name: String, ifRevision: Int? = nil) async throws {
    try beginRequest(ifRevision: ifRevision)
    let store = try shortlistStore
    try await store.forgetShortlist(name)
  }

  private var shortlistStore: any ShortlistStore {
    get throws(ShortlistsNotKept) {
      guard let store = store as? any ShortlistStore else { throw ShortlistsNotKept() }
      return store
    }
  }
}
