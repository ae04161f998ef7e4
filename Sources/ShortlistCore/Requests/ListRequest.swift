/// A request that any list carries out in one step, with the engine that it has.
///
///     struct SectionsRequest: ListRequest {
///       func answer(
///         from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
///       ) -> SectionsReport { engine.sections }
///     }
package protocol ListRequest<Answer>: Sendable {
  /// What the request returns.
  associatedtype Answer: Sendable

  /// Carries out the request.
  ///
  /// - Parameters:
  ///   - engine: The engine of the list.
  ///   - isCancelled: Polled for cancellation.
  /// - Returns: The answer.
  /// - Throws: `InvalidRequestError` and `FilterError` if the request is wrong for this list;
  ///   `CancellationError`; the error of a server. The list then stays unchanged.
  func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> Answer

  /// Whether the list needs no exact counts for the answer; true by default.
  var allowsEstimates: Bool { get }
  /// Whether the answer depends on the rules of the selection; false by default.
  var needsRules: Bool { get }
  /// Whether the request changes filters of the query, for which all rows must have been read;
  /// false by default.
  var changesFilters: Bool { get }

  /// Returns what the request has changed; by default nil, for a request that only reads.
  func effect(of answer: Answer) -> RequestEffect?
}

/// What a request has changed in a list.
package struct RequestEffect: Sendable {
  /// The changes of the visible rows.
  package var changes = PendingChanges()
  /// The outcome of a change of the selection; nil if it did not change.
  package var selection: SelectionOutcome<RowID>?

  /// Creates an effect on the visible rows.
  package init(_ changes: PendingChanges) { self.changes = changes }

  /// Creates an effect on the selection.
  package init(_ selection: SelectionOutcome<RowID>) { self.selection = selection }
}

extension ListRequest {
  package var allowsEstimates: Bool { true }
  package var needsRules: Bool { false }
  package var changesFilters: Bool { false }
  package func effect(of answer: Answer) -> RequestEffect? { nil }
}

/// Only requires a revision.
package struct NothingRequest: ListRequest {
  package init() {}

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) {}
}

// MARK: Reading

/// Requests the shown sections and their windows.
package struct SectionsRequest: ListRequest {
  package init() {}

  package var allowsEstimates: Bool { false }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) -> SectionsReport { engine.sections }
}

/// Requests visible rows of a section.
package struct RowsRequest: ListRequest {
  /// The name of the section; nil for the first one.
  package var section: String?
  /// The position of the first row in the window of the section.
  package var from: Int
  /// The maximum number of rows.
  package var length: Int
  /// The attributes to return; nil for all.
  package var attributes: [String]?
  /// Whether to include the parts that the search matched.
  package var highlights: Bool
  /// Whether to include which rows are selected.
  package var selected: Bool

  package init(
    section: String?, from: Int, length: Int, attributes: [String]?, highlights: Bool,
    selected: Bool
  ) {
    (self.section, self.from, self.length) = (section, from, length)
    (self.attributes, self.highlights, self.selected) = (attributes, highlights, selected)
  }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> RowsReport {
    try engine.rows(
      section: section, from: from, length: length, attributes: attributes,
      highlights: highlights, selected: selected)
  }
}

/// Requests the visible ids of one section, or of all sections in order.
package struct IDsRequest: ListRequest {
  private let section: String?

  package init(section: String?) { self.section = section }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> IDsReport { try engine.ids(section: section) }
}

/// Requests the id at a position.
package struct IDRequest: ListRequest {
  private let (section, row): (Int, Int)

  package init(section: Int, row: Int) { (self.section, self.row) = (section, row) }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> RowID? { try engine.id(section: section, row: row) }
}

/// Requests the positions of rows.
package struct PositionsRequest: ListRequest {
  private let ids: [RowID]

  package init(of ids: [RowID]) { self.ids = ids }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> PositionsReport { try engine.locate(ids) }
}

/// Passes the visible rows at these positions to a function, in batches in shown order.
package struct BatchesRequest: ListRequest {
  private let positions: Range<Int>
  private let body: @Sendable ([ListSnapshot.Line]) throws -> Void

  package init(
    of positions: Range<Int>, _ body: @escaping @Sendable ([ListSnapshot.Line]) throws -> Void
  ) {
    (self.positions, self.body) = (positions, body)
  }

  package var allowsEstimates: Bool { false }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws { try engine.forEachBatch(of: positions, body) }
}

/// Counts the values of attributes, and measures numbers and dates.
extension MeasureRequest: ListRequest {
  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> Measures { try engine.measure(self, isCancelled: isCancelled) }
}

/// Requests the rows whose text begins with a typed text.
package struct SuggestionsRequest: ListRequest {
  private let (text, attribute): (String, String)
  private let (first, limit): (Int, Int)

  package init(for text: String, in attribute: String, from first: Int, limit: Int) {
    (self.text, self.attribute, self.first, self.limit) = (text, attribute, first, limit)
  }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> Suggestions<RowID> {
    try engine.suggestions(for: text, in: attribute, from: first, limit: limit)
  }
}

/// Requests a summary of the selection.
package struct SelectionReportRequest: ListRequest {
  private let limit: Int
  private let order: SelectionReport<RowID>.Order

  package init(limit: Int, order: SelectionReport<RowID>.Order) {
    (self.limit, self.order) = (limit, order)
  }

  package var needsRules: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> SelectionReport<RowID> { try engine.selectionReport(limit: limit, order: order) }
}

/// Requests selected rows in pick order.
package struct SelectedRowsRequest: ListRequest {
  private let (first, length): (Int, Int)

  package init(from first: Int, length: Int) { (self.first, self.length) = (first, length) }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> SelectedRowsReport {
    try engine.selectedRowsReport(from: first, length: length)
  }
}

/// Passes the selected rows to a function, in batches in pick order.
package struct SelectedBatchesRequest: ListRequest {
  private let body: @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void

  package init(
    _ body: @escaping @Sendable ([(id: RowID, values: [CellValue])]) throws -> Void
  ) {
    self.body = body
  }

  package var allowsEstimates: Bool { false }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws { try engine.forEachSelectedBatch(body) }
}

/// Requests the number of selected rows in each shown section.
package struct SelectedSectionsRequest: ListRequest {
  package init() {}

  package var allowsEstimates: Bool { false }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> SelectedSectionsReport { try engine.selectedSections() }
}

// MARK: Selection

/// Requests a change of the selection, with limits for the ids to report.
package struct LimitedSelectionRequest: ListRequest {
  private let request: SelectionRequest<RowID>
  private let revision: Int?
  private let (idLimit, refusedIDLimit): (Int, Int)

  package init(
    _ request: SelectionRequest<RowID>, shownAt revision: Int?, idLimit: Int, refusedIDLimit: Int
  ) {
    (self.request, self.revision) = (request, revision)
    (self.idLimit, self.refusedIDLimit) = (idLimit, refusedIDLimit)
  }

  package var allowsEstimates: Bool { false }
  package var needsRules: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> SelectionOutcome<RowID> {
    var request = request
    if let revision { request = try engine.current(request, shownAt: revision) }
    return try engine.select(request, idLimit: idLimit, refusedIDLimit: refusedIDLimit)
  }

  package func effect(of answer: SelectionOutcome<RowID>) -> RequestEffect? {
    RequestEffect(answer)
  }
}

/// Replaces the selection with a shortlist.
extension NamedShortlist: ListRequest {
  package var allowsEstimates: Bool { false }
  package var needsRules: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> ShortlistOutcome<RowID> { try engine.load(self, idLimit: 1000) }

  package func effect(of answer: ShortlistOutcome<RowID>) -> RequestEffect? {
    RequestEffect(answer.outcome)
  }
}

// MARK: Windows and ranges

/// Sets the range of a section, or the default range.
package struct RangeRequest: ListRequest {
  private let range: RangeOptions?
  private let section: String?
  private let revises: Bool

  package init(_ range: RangeOptions?, section: String?, revises: Bool) {
    (self.range, self.section, self.revises) = (range, section, revises)
  }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> WindowOutcome<RowID> {
    try engine.setRange(range, section: section, revises: revises)
  }

  package func effect(of answer: WindowOutcome<RowID>) -> RequestEffect? {
    RequestEffect(answer.pending)
  }
}

/// Connects a control that chooses a range of a number or date.
package struct ConnectRequest: ListRequest {
  private let control: RangeControl
  private let range: (lower: Quantity, upper: Quantity)?

  package init(_ control: RangeControl, range: (lower: Quantity, upper: Quantity)?) {
    (self.control, self.range) = (control, range)
  }

  package var allowsEstimates: Bool { false }
  package var changesFilters: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    try engine.connect(control, range: range)
  }

  package func effect(
    of answer: (handle: RangeHandle, outcome: RangeOutcome)
  ) -> RequestEffect? { RequestEffect(answer.outcome.outcome.pending) }
}

/// Chooses a range with a connected control; nil removes the range.
package struct ChooseRequest: ListRequest {
  private let range: (lower: Quantity, upper: Quantity)?
  private let handle: RangeHandle

  package init(_ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle) {
    (self.range, self.handle) = (range, handle)
  }

  package var allowsEstimates: Bool { false }
  package var changesFilters: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> RangeOutcome { try engine.choose(range, with: handle) }

  package func effect(of answer: RangeOutcome) -> RequestEffect? {
    RequestEffect(answer.outcome.pending)
  }
}

/// Requests what the control of a range shows.
package struct RangeStateRequest: ListRequest {
  private let handle: RangeHandle

  package init(of handle: RangeHandle) { self.handle = handle }

  package var allowsEstimates: Bool { false }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> NumberRangeState<Quantity> { try engine.rangeState(handle) }
}

/// Disconnects a range and removes its filter.
package struct DisconnectRequest: ListRequest {
  private let handle: RangeHandle

  package init(_ handle: RangeHandle) { self.handle = handle }

  package var allowsEstimates: Bool { false }
  package var changesFilters: Bool { true }

  package func answer(
    from engine: inout some AnsweringEngine, isCancelled: @Sendable () -> Bool
  ) throws -> QueryOutcome<RowID> { try engine.disconnect(handle) }

  package func effect(of answer: QueryOutcome<RowID>) -> RequestEffect? {
    RequestEffect(answer.pending)
  }
}
