package import Shortlist
package import ShortlistCore
import ShortlistSystem

extension PostgresTable: RemoteSource {
  /// Decides where the rows are to be; asks the server for an estimate if that decides.
  package func place(options: TableOptions, query: ListQuery) async throws -> RowPlace {
    switch fetch {
    case .all: return .memory(estimate: nil)
    case .visible: return .server(estimate: nil)
    case .automatic:
      let table = try await perform { [self] flag in
        try connected(until: flag) { connection in try estimate(options, on: connection) }
      }
      if table.rows <= Fetch.maxInMemory { return .memory(estimate: nil) }
      let canSearch =
        RemoteEngine.matchKinds.contains(query.match)
        && !query.distinguishesLetters
      // A row takes about twice its bytes, and its place in indexes.
      let bytes = Double(table.rows) * (2 * Double(table.width) + 100)
      let fits = bytes <= Double(SystemMemory.bytes) / 2
      return canSearch || !fits ? .server(estimate: table.rows) : .memory(estimate: table.rows)
    }
  }

  /// Returns the planner's estimate of the number of rows, 0 if they cannot stay on the server, and
  /// of the number of bytes of a row.
  private func estimate(
    _ options: TableOptions, on connection: PostgresConnection
  ) throws -> (rows: Int, width: Int) {
    let shape = try shape(on: connection)
    let key = TableKey(of: shape, requestedID: options.id)
    guard key.isPrimary, options.schema.isEmpty, !connection.hasUncheckedTexts else {
      return (0, 0)
    }
    let plan = try connection.query("EXPLAIN SELECT * FROM \(shape.sql)")
    return (plan.estimatedRows, plan.estimatedWidth)
  }

  /// Opens a list whose rows stay on the server, with a connection of its own.
  package func openRemoteList(
    options: TableOptions, query: ListQuery, estimating: Bool
  ) async throws -> any ListProtocol {
    let table = PostgresTable(address, table: table, keepsJournal: keepsJournal, fetch: .visible)
    return try await PostgresList.open(
      table, options: options, query: query, estimating: estimating)
  }
}
