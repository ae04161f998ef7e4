import Shortlist
import ShortlistJSON
import ShortlistRPC
import ShortlistWeb
import Synchronization

/// Serves rows to browsers and, if requested, waits until a page ends the pick.
///
/// Every page has its own list; the rows are read once, or stay on their server.
final class WebSession: Sendable {
  /// How picking ended.
  struct End: Sendable {
    /// The picked rows; nil if the page was left without a choice.
    var picked: [(id: RowID, values: [CellValue])]?
    /// The list of the page.
    var list: any ListProtocol
  }

  /// The rows of all pages.
  private enum Rows: Sendable {
    /// They are read once.
    case shared(SharedRows)
    /// They stay on a server.
    case remote(any RemoteSource)
  }

  private let source: any RowSource
  private let rows: Task<Rows, any Error>
  private let options: TableOptions
  private let reading = Reading()
  private let query: ListQuery
  private let preparation: PickPreparation
  private let minimum: Int
  private let remarks: JSONObject
  private let isWritable: Bool
  /// Whether picking ends the session; otherwise pages are served until the program is stopped.
  private let isPicking: Bool
  private let ends: AsyncStream<End>
  private let ending: AsyncStream<End>.Continuation

  init(
    _ source: any RowSource, options: TableOptions, query: ListQuery, preparation: PickPreparation,
    minimum: Int, remarks: JSONObject, isWritable: Bool,
    isPicking: Bool
  ) {
    self.source = source
    rows = Task { [reading] in
      if let source = source as? any RemoteSource,
        case .server = try await source.place(options: options, query: query)
      {
        return .remote(source)
      }
      return .shared(
        try await SharedRows.open(source, options: options, progress: reading.reach))
    }
    self.options = options
    (self.query, self.preparation) = (query, preparation)
    (self.minimum, self.remarks, self.isWritable) = (minimum, remarks, isWritable)
    self.isPicking = isPicking
    (ends, ending) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  deinit { rows.cancel() }

  /// Serves pages, including while rows are still being read.
  ///
  /// A signal that ends the process does so when the pages have been told, or after a second.
  ///
  /// - Parameters:
  ///   - options: The address, content and limits.
  ///   - isReady: Called with the address to open.
  /// - Returns: How picking ended; nil if the server has ended by itself.
  /// - Throws: The errors of the source and the options, and `ServingError`.
  func serve(
    _ options: WebOptions, _ isReady: @escaping @Sendable (String) async -> Void
  ) async throws -> End? {
    let server = WebServer(options, progress: { [reading] in reading.reached }) {
      try await self.offer()
    }
    let (end, signal) = try await withThrowingTaskGroup(of: (End?, CInt?).self) { group in
      group.addTask {
        _ = try await self.makeList()
        self.reading.end()
        return (await self.end(), nil)
      }
      group.addTask {
        // An error in the options, or in rows that are read quickly, is reported before the user
        // opens a page.
        try await self.reading.waitForEnd(of: self.source)
        try await server.run(isReady)
        return (nil, nil)
      }
      group.addTask { (nil, await ProcessSignals.ending()) }
      // Cancel the server; the group then waits until it has notified its pages.
      defer { group.cancelAll() }
      return try await group.next() ?? (nil, nil)
    }
    if let signal { ProcessSignals.endProcess(by: signal) }
    return end
  }

  /// Creates the list of a page.
  private func offer() async throws -> Offer {
    let list = try await makeList()
    var offer = Offer(of: list)
    offer.isWritable = isWritable
    offer.creates = preparation.options.create
    offer.remarks = remarks
    if isPicking {
      offer.end = { [weak self] ending in try await self?.end(ending, list) }
    }
    return offer
  }

  private func makeList() async throws -> any ListProtocol {
    let list: any ListProtocol =
      switch try await rows.value {
      case .shared(let rows): try await rows.list(query: query)
      case .remote(let source):
        try await source.openRemoteList(
          options: options, query: query, estimating: true)
      }
    _ = try await list.setSelectionFilters(
      preparation.limits, mode: preparation.mode, ifRevision: nil)
    try await preparation.prepare(list)
    return list
  }

  private func end(_ how: Offer.Ending, _ list: any ListProtocol) async throws {
    switch how {
    case .cancel: ending.yield(End(picked: nil, list: list))
    case .accept:
      let picked = try await list.selectedRows(first: .max)
      if picked.count < minimum {
        throw EndRefusedError(
          "at least \(minimum == 1 ? "1 row" : "\(minimum) rows") must be picked, "
            + (picked.isEmpty
              ? "none is" : "only \(picked.count) \(picked.count == 1 ? "is" : "are")"))
      }
      ending.yield(End(picked: picked, list: list))
    }
  }

  /// Waits for the first page that ends the pick.
  private func end() async -> End? {
    for await end in ends { return end }
    return nil
  }
}
