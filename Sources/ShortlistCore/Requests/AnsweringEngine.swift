/// What carries out the requests of a list: the engine of rows in memory, or that of a server's
/// rows.
///
/// `ListEngine` documents the functions.
package protocol AnsweringEngine {
  /// The revision.
  var revision: Int { get }
  /// The number of all rows.
  var count: Int { get }
  /// Which of the counts are estimates.
  var estimates: CountEstimates { get }
  /// The attributes.
  var schema: ListSchema { get }
  /// The shown sections and their windows.
  var sections: SectionsReport { get }

  // MARK: Reading

  /// Returns visible rows of a section.
  mutating func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool
  ) throws -> RowsReport

  /// Returns the visible ids of one section, or of all.
  mutating func ids(section: String?) throws -> IDsReport

  /// Returns the id at a position.
  mutating func id(section: Int, row: Int) throws -> RowID?

  /// Returns the positions of rows.
  mutating func locate(_ ids: [RowID]) throws -> PositionsReport

  /// Passes the visible rows at these positions to a function, in batches.
  mutating func forEachBatch(
    of positions: Range<Int>, _ body: ([ListSnapshot.Line]) throws -> Void
  ) throws

  /// Counts values, and measures numbers and dates.
  mutating func measure(
    _ request: MeasureRequest, isCancelled: @Sendable () -> Bool
  ) throws -> Measures

  /// Returns the rows whose text begins with a typed text.
  mutating func suggestions(
    for text: String, in attribute: String, from first: Int, limit: Int
  ) throws -> Suggestions<RowID>

  // MARK: Windows and ranges

  /// Sets the range of a section, or the default range.
  mutating func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool
  ) throws -> WindowOutcome<RowID>

  /// Connects a control that chooses a range.
  mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome)

  /// Chooses a range with a connected control.
  mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle
  ) throws -> RangeOutcome

  /// Returns what the control of a range shows.
  mutating func rangeState(_ handle: RangeHandle) throws -> NumberRangeState<Quantity>

  /// Disconnects a range and removes its filter.
  mutating func disconnect(_ handle: RangeHandle) throws -> QueryOutcome<RowID>

  // MARK: Selection

  /// Returns a request with the ids that its rows have now, given those that they had at an earlier
  /// revision.
  func current(
    _ request: SelectionRequest<RowID>, shownAt revision: Int
  ) throws(StaleRevisionError) -> SelectionRequest<RowID>

  /// Changes the selection under its rules.
  mutating func select(
    _ request: SelectionRequest<RowID>, idLimit: Int, refusedIDLimit: Int
  ) throws -> SelectionOutcome<RowID>

  /// Replaces the selection with a shortlist, under the rules.
  mutating func load(_ shortlist: NamedShortlist, idLimit: Int) throws -> ShortlistOutcome<RowID>

  /// Returns a summary of the selection.
  mutating func selectionReport(
    limit: Int, order: SelectionReport<RowID>.Order
  ) throws -> SelectionReport<RowID>

  /// Returns selected rows in pick order.
  mutating func selectedRowsReport(from: Int, length: Int) throws -> SelectedRowsReport

  /// Passes the selected rows to a function, in batches in pick order.
  mutating func forEachSelectedBatch(
    _ body: ([(id: RowID, values: [CellValue])]) throws -> Void
  ) throws

  /// Returns the number of selected rows in each shown section.
  mutating func selectedSections() throws -> SelectedSectionsReport
}

extension AnsweringEngine {
  /// Returns the request, because the ids of rows do not change.
  package func current(
    _ request: SelectionRequest<RowID>, shownAt revision: Int
  ) throws(StaleRevisionError) -> SelectionRequest<RowID> { request }
}

extension ListEngine: AnsweringEngine {
  /// The counts of rows in memory are exact.
  package var estimates: CountEstimates { [] }

  /// Returns a request with the ids that its rows have now.
  ///
  /// Row numbers serve as ids until all rows are read.
  ///
  /// - Throws: `StaleRevisionError` if a row given by its number is gone.
  package func current(
    _ request: SelectionRequest<RowID>, shownAt revision: Int
  ) throws(StaleRevisionError) -> SelectionRequest<RowID> {
    if revision > lastNumbered { return request }
    return try request.mapIDs { id throws(StaleRevisionError) in
      guard case .integer(let number) = id else { return id }
      guard let id = self.id(ofRow: number) else {
        throw StaleRevisionError(revision: self.revision)
      }
      return id
    }
  }

  /// The number of rows that are passed on at a time.
  private static let batch = 1000

  /// Passes the visible rows at these positions to a function, in batches in shown order.
  ///
  /// - Throws: What `body` throws.
  /// - Complexity: O(log n) for each row
  package mutating func forEachBatch(
    of positions: Range<Int>, _ body: ([ListSnapshot.Line]) throws -> Void
  ) throws {
    let end = positions.upperBound
    for start in stride(from: positions.lowerBound, to: end, by: Self.batch) {
      let lines = snapshot(start..<min(start + Self.batch, end), highlights: false).lines
      if lines.isEmpty { return }
      try body(lines)
    }
  }

  /// Passes the selected rows to a function, in pick order, all at once.
  ///
  /// - Throws: What `body` throws.
  package func forEachSelectedBatch(
    _ body: ([(id: RowID, values: [CellValue])]) throws -> Void
  ) throws {
    try body(Array(selectedRows()))
  }
}

/// The engine of a server's rows, together with the transaction that reads them.
package struct ServedEngine<Server: RowServer>: AnsweringEngine {
  /// The engine.
  package private(set) var engine: RemoteEngine
  private let server: Server

  /// Combines an engine with a server.
  package init(_ engine: RemoteEngine, _ server: Server) {
    (self.engine, self.server) = (engine, server)
  }

  package var revision: Int { engine.revision }
  package var count: Int { engine.count }
  package var estimates: CountEstimates { engine.estimates }
  package var schema: ListSchema { engine.schema }
  package var sections: SectionsReport { engine.sections }

  package mutating func rows(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool
  ) throws -> RowsReport {
    try engine.rows(
      section: section, from: from, length: length, attributes: attributes,
      highlights: highlights, selected: selected, server: server)
  }

  package mutating func ids(section: String?) throws -> IDsReport {
    try engine.ids(section: section, server: server)
  }

  package mutating func id(section: Int, row: Int) throws -> RowID? {
    try engine.id(section: section, row: row, server: server)
  }

  package mutating func locate(_ ids: [RowID]) throws -> PositionsReport {
    try engine.locate(ids, server: server)
  }

  package mutating func forEachBatch(
    of positions: Range<Int>, _ body: ([ListSnapshot.Line]) throws -> Void
  ) throws {
    try engine.forEachBatch(of: positions, from: server, body)
  }

  package mutating func measure(
    _ request: MeasureRequest, isCancelled: @Sendable () -> Bool
  ) throws -> Measures {
    try engine.measure(request, from: server)
  }

  package func suggestions(
    for text: String, in attribute: String, from first: Int, limit: Int
  ) throws -> Suggestions<RowID> {
    try engine.suggestions(for: text, in: attribute, from: first, limit: limit, server: server)
  }

  package mutating func setRange(
    _ range: RangeOptions?, section: String?, revises: Bool
  ) throws -> WindowOutcome<RowID> {
    try engine.setRange(range, section: section, revises: revises, from: server)
  }

  package mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    try engine.connect(control, range: range, from: server)
  }

  package mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle
  ) throws -> RangeOutcome {
    try engine.choose(range, with: handle, from: server)
  }

  package func rangeState(_ handle: RangeHandle) throws -> NumberRangeState<Quantity> {
    try engine.rangeState(handle, from: server)
  }

  package mutating func disconnect(_ handle: RangeHandle) throws -> QueryOutcome<RowID> {
    try engine.disconnect(handle, from: server)
  }

  package mutating func select(
    _ request: SelectionRequest<RowID>, idLimit: Int, refusedIDLimit: Int
  ) throws -> SelectionOutcome<RowID> {
    try engine.select(
      request, idLimit: idLimit, refusedIDLimit: refusedIDLimit, from: server)
  }

  package mutating func load(
    _ shortlist: NamedShortlist, idLimit: Int
  ) throws -> ShortlistOutcome<RowID> {
    let there = Set(
      try server.rows(with: shortlist.ids, RowCondition(), by: RemoteOrder()).map(\.id))
    let outcome = try engine.select(
      .replace(shortlist.ids.filter(there.contains)), idLimit: idLimit, refusedIDLimit: idLimit,
      from: server)
    return ShortlistOutcome(
      outcome: outcome, missing: shortlist.ids.filter { !there.contains($0) })
  }

  package mutating func selectionReport(
    limit: Int, order: SelectionReport<RowID>.Order
  ) throws -> SelectionReport<RowID> {
    try engine.selectionReport(limit: limit, order: order, server: server)
  }

  package func selectedRowsReport(from: Int, length: Int) throws -> SelectedRowsReport {
    try engine.selectedRowsReport(from: from, length: length, server: server)
  }

  package func forEachSelectedBatch(
    _ body: ([(id: RowID, values: [CellValue])]) throws -> Void
  ) throws {
    try engine.forEachSelectedBatch(from: server, body)
  }

  package mutating func selectedSections() throws -> SelectedSectionsReport {
    try engine.selectedSections(from: server)
  }
}
