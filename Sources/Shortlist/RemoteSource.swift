package import ShortlistCore

/// Where the rows of a list are.
package enum RowPlace: Hashable, Sendable {
  /// In memory, all of them; although an estimate says that they are this many, because a server
  /// could not answer the query, or nil if they are few or that was requested.
  case memory(estimate: Int?)
  /// On their server; because of an estimate that they are this many, or nil if that was requested.
  case server(estimate: Int?)
}

/// A source whose rows may stay where they are, such as a table of a server.
package protocol RemoteSource: RowSource {
  /// Decides where the rows are to be, if necessary after asking the server.
  ///
  /// Rows that a server could not search as the query says are read if that takes half of the
  /// memory at most.
  ///
  /// - Throws: `SourceError`, `CancellationError`
  func place(options: TableOptions, query: ListQuery) async throws -> RowPlace

  /// Opens a list that asks for the rows it shows; each list has a connection of its own.
  ///
  /// If `estimating`, the list does not wait for the number of all rows.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupportedError`.
  func openRemoteList(
    options: TableOptions, query: ListQuery, estimating: Bool
  ) async throws -> any ListProtocol
}

extension RowSource {
  /// Opens the list of the source's rows, in memory or where they are.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupportedError`.
  package func openList(
    options: TableOptions, query: ListQuery
  ) async throws -> any ListProtocol {
    if let source = self as? any RemoteSource,
      case .server = try await source.place(options: options, query: query)
    {
      return try await source.openRemoteList(options: options, query: query, estimating: false)
    }
    return try await LiveList.open(self, options: options, query: query)
  }
}
