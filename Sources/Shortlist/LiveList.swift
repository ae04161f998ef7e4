/// The owner of one list: intents come in here, and what they did goes out.
///
/// A list is a source of rows with one query, one set of windows and one selection. Requests are
/// carried out one after the other. Every change adds one to the revision; a request that names
/// the revision it was decided on is refused at any other.
public actor LiveList {
  /// Opens a list and answers when all rows are read.
  public static func open(
    _ source: any RowSource, options: TableOptions = TableOptions(), query: Query = Query()
  ) async throws -> LiveList { fatalError() }

  /// Opens a list that can be searched while its rows are being read.
  ///
  /// Until then words are searched in what has been read; types, filters, sorts and sections wait
  /// for the end. `updates` tells how far it is.
  public static func loading(
    _ source: any RowSource, options: TableOptions = TableOptions(), query: Query = Query(),
    limits: SelectionLimits = SelectionLimits()
  ) -> LiveList { fatalError() }

  /// The state after each change that nobody asked for: rows read, reading finished or failed. A
  /// reader that is late gets the newest state only.
  public nonisolated var updates: AsyncStream<ListUpdate> { fatalError() }

  /// The number of changes so far, plus one.
  public var revision: Int { fatalError() }
  /// The attributes. While loading: those known so far, as text.
  public var schema: Schema { fatalError() }
  /// All rows known.
  public var count: Int { fatalError() }
  /// The query in effect, or while loading the one that will be.
  public var query: Query { fatalError() }

  /// Changes the query, and with it what is visible.
  ///
  ///     try await list.updateQuery { $0.search = "mü" }
  ///
  /// Cancelling the task that waits for it stops the search; the query then stays as it was.
  ///
  /// - Throws: `StaleRevision`, `InvalidRequest` (an unknown attribute), `FilterError`,
  ///   `CancellationError`. The query then stays as it was.
  public func updateQuery(
    ifRevision: Int? = nil, _ change: @Sendable (inout Query) throws -> Void
  ) async throws -> QueryOutcome { fatalError() }

  /// Sets the range of one section, or without a name the default for all sections that have none
  /// of their own. Nil shows everything.
  public func setRange(
    _ range: RangeOptions?, section: String? = nil, ifRevision: Int? = nil
  ) throws -> WindowOutcome { fatalError() }

  /// The shown sections and their windows.
  public func sections(ifRevision: Int? = nil) throws -> SectionsReport { fatalError() }

  /// Visible rows of a section (by name; nil is the first), from position `from` in its window.
  ///
  /// - Throws: `InvalidRequest` for an unknown attribute.
  public func rows(
    section: String? = nil, from: Int = 0, length: Int = 100, attributes: [String]? = nil,
    highlights: Bool = false, ifRevision: Int? = nil
  ) throws -> RowsReport { fatalError() }

  /// The visible ids of one section, or of all sections in order.
  public func ids(section: String? = nil, ifRevision: Int? = nil) throws -> IDsReport {
    fatalError()
  }

  /// The id at a position: index of the section, index of the row within its window.
  public func id(section: Int, row: Int, ifRevision: Int? = nil) throws -> RowID? { fatalError() }

  /// Where rows are.
  public func locate(_ ids: [RowID], ifRevision: Int? = nil) throws -> PositionsReport {
    fatalError()
  }

  /// Matching rows in shown order across all sections, whatever the windows are; `range` is
  /// clipped to what is there.
  public func page(_ range: Range<Int>) -> Page { fatalError() }

  /// Changes the selection under its limits.
  public func select(_ request: SelectionRequest, ifRevision: Int? = nil) throws
    -> SelectionOutcome
  { fatalError() }

  /// The selected rows in pick order.
  public func selectedRows() -> [(id: RowID, values: Row)] { fatalError() }
}

/// A request was decided on another revision than the list is at.
public struct StaleRevision: Error, Hashable, Sendable {
  /// The revision of the list.
  public var revision: Int
}

/// The state of a list after a change that nobody asked for.
public struct ListUpdate: Sendable {
  /// How far the reading of the source is.
  public enum Loading: Sendable {
    /// Rows are being read.
    case reading(LoadProgress)
    /// All rows are read.
    case finished
    /// The source cannot be read, or the query does not fit it; the list stays empty.
    case failed(any Error)
  }

  /// How far the reading of the source is.
  public var loading: Loading
  /// The revision.
  public var revision: Int
  /// Rows that match.
  public var total: Int
  /// All rows known.
  public var count: Int
}
