extension LiveList {
  /// Keeps the selection under a name, in place of one that has it.
  ///
  ///     try await list.saveSelection(as: "Friday")
  ///     try await list.loadSelection("Friday")
  ///
  /// It is kept with the table of the list, and durable when this returns; the revision stays.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: What was kept.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `WriteRefusal` if it cannot be written.
  /// - Complexity: O(selected rows)
  @discardableResult
  public func saveSelection(
    as name: String, ifRevision: Int? = nil
  ) async throws -> SavedShortlist {
    try require(ifRevision)
    let store = try shortlistStore
    let shortlist = engine.shortlist(named: name)
    try await store.save(shortlist)
    return SavedShortlist(name: name, count: shortlist.ids.count)
  }

  /// Replaces the selection by the one that is kept under a name, under its filters.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Returns: What the replacing did, and which rows are not there any more.
  /// - Throws: `ShortlistsNotKept`; `InvalidRequest` if there is none of that name; `SourceError`; what
  ///   `select` throws.
  /// - Complexity: that of a request of so many rows
  @discardableResult
  public func loadSelection(
    _ name: String, ifRevision: Int? = nil
  ) async throws -> ShortlistOutcome {
    try require(ifRevision)
    let store = try shortlistStore
    guard let shortlist = try await store.savedShortlist(named: name) else {
      throw InvalidRequest("there is no shortlist \(name)")
    }
    return try load(shortlist, ifRevision: ifRevision)
  }

  /// What is kept, by name.
  ///
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`, `SourceError`.
  public func savedSelections(ifRevision: Int? = nil) async throws -> [SavedShortlist] {
    try require(ifRevision)
    let store = try shortlistStore
    return try await store.savedShortlists()
  }

  /// Gives what is kept under a name another one.
  ///
  /// - Parameters:
  ///   - name: The name that it has.
  ///   - newName: The name that it gets.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `InvalidRequest` if there is none, or another one
  ///   of that name; `WriteRefusal`.
  public func renameSelection(
    _ name: String, to newName: String, ifRevision: Int? = nil
  ) async throws {
    try require(ifRevision)
    let store = try shortlistStore
    try await store.renameShortlist(name, to: newName)
  }

  /// Keeps what has a name no longer; the selection stays.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - ifRevision: The revision that it was decided on; nil for any.
  /// - Throws: `ShortlistsNotKept`, `StaleRevision`; `InvalidRequest` if there is none; `WriteRefusal`.
  public func forgetSelection(_ name: String, ifRevision: Int? = nil) async throws {
    try require(ifRevision)
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
