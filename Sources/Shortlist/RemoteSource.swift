package import ShortlistCore

/// Where the rows of a list are.
package enum RowPlace: Hashable, Sendable {
  /// In memory, all of them.
  case memory
  /// On their server; because of an estimate that they are this many, or nil if that was requested.
  case server(estimate: Int?)
}

/// A source whose rows may stay where they are, such as a table of a server.
package protocol RemoteSource: RowSource {
  /// Decides where the rows are to be, if necessary after asking the server.
  ///
  /// - Throws: `SourceError`, `CancellationError`
  func place(options: TableOptions) async throws -> RowPlace

  /// Opens a list that asks for the rows it shows; each list has a connection of its own.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupported`.
  func openRemoteList(
    options: TableOptions, query: ListQuery
  ) async throws -> any ListProtocol
}

extension RowSource {
  /// Opens the list of the source's rows, in memory or where they are.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupported`.
  package func openList(
    options: TableOptions, query: ListQuery
  ) async throws -> any ListProtocol {
    if let source = self as? any RemoteSource,
      try await source.place(options: options) != .memory
    {
      return try await source.openRemoteList(options: options, query: query)
    }
    return try await LiveList.open(self, options: options, query: query)
  }
}
