package import ShortlistCore

/// Selections that are saved under names, with the table of the list.
extension ListProtocol {
  /// Saves the selection under a name, replacing any saved under it.
  ///
  ///     try await list.saveSelection(as: "Friday")
  ///     try await list.loadSelection("Friday")
  ///
  /// It is durable when this returns. The revision does not change.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The name and the number of rows saved.
  /// - Throws: `ShortlistStoreError`, `StaleRevisionError`; `WriteError` if it cannot be written;
  ///   `NotSupportedError` for more than a million rows of a server.
  /// - Complexity: O(selected rows)
  @discardableResult
  package func saveSelection(
    as name: String, ifRevision: Int? = nil
  ) async throws -> SavedShortlist {
    let store = try shortlists
    let limit = await state.isRemote ? 1_000_000 : Int.max
    let selected = try await selection(limit: limit, ifRevision: ifRevision)
    if selected.ids.count < selected.count {
      throw NotSupportedError("more than \(limit) rows cannot be saved under a name")
    }
    try await store.save(NamedShortlist(name: name, ids: selected.ids))
    return SavedShortlist(name: name, count: selected.count)
  }

  /// Replaces the selection with the one saved under a name, subject to the filters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Returns: The outcome of the replacement, and the rows that no longer exist.
  /// - Throws: `ShortlistStoreError`; `InvalidRequestError` if nothing has that name;
  ///   `SourceError`; what `select` throws.
  /// - Complexity: that of a request of as many rows
  @discardableResult
  package func loadSelection(
    _ name: String, ifRevision: Int? = nil
  ) async throws -> ShortlistOutcome<RowID> {
    guard let saved = try await store(ifRevision).savedShortlist(named: name) else {
      throw InvalidRequestError("there is no shortlist \(name)")
    }
    return try await load(saved, ifRevision: ifRevision)
  }

  /// Returns the saved selections, by name.
  ///
  /// - Throws: `ShortlistStoreError`, `StaleRevisionError`, `SourceError`.
  package func savedSelections(ifRevision: Int? = nil) async throws -> [SavedShortlist] {
    try await store(ifRevision).savedShortlists()
  }

  /// Renames a saved selection.
  ///
  /// - Parameters:
  ///   - name: The current name.
  ///   - newName: The new name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Throws: `ShortlistStoreError`, `StaleRevisionError`; `InvalidRequestError` if nothing has
  ///   the name or another saved selection has the new one; `WriteError`.
  package func renameSelection(
    _ name: String, to newName: String, ifRevision: Int? = nil
  ) async throws {
    try await store(ifRevision).renameShortlist(name, to: newName)
  }

  /// Deletes a saved selection; the current selection does not change.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The required revision; nil for any.
  /// - Throws: `ShortlistStoreError`, `StaleRevisionError`; `InvalidRequestError` if nothing has
  ///   that name; `WriteError`.
  package func forgetSelection(_ name: String, ifRevision: Int? = nil) async throws {
    try await store(ifRevision).forgetShortlist(name)
  }

  /// Begins a request, and returns where selections are saved.
  private func store(_ revision: Int?) async throws -> any ShortlistStore {
    if let revision { try await answer(NothingRequest(), ifRevision: revision) }
    return try shortlists
  }
}
