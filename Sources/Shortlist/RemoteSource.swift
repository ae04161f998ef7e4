package import ShortlistCore

/// A source whose rows may stay where they are, such as a table of a server.
package protocol RemoteSource: RowSource {
  /// Opens a list that asks for the rows it shows; nil if all rows are to be read.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupported`.
  func openRemoteList(
    options: TableOptions, query: ListQuery
  ) async throws -> (any ListProtocol)?
}

extension RowSource {
  /// Opens the list of the source's rows, in memory or where they are.
  ///
  /// - Throws: What `LiveList.open` throws, and `NotSupported`.
  package func openList(
    options: TableOptions, query: ListQuery
  ) async throws -> any ListProtocol {
    if let source = self as? any RemoteSource,
      let list = try await source.openRemoteList(options: options, query: query)
    {
      return list
    }
    return try await LiveList.open(self, options: options, query: query)
  }
}
