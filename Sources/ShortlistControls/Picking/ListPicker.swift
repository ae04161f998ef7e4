public import Observation
import Shortlist
public import ShortlistCore

/// Lets a person pick items of a data source, with search, sections and selection filters.
///
///     let picker = ListPicker(
///       Contacts(), isDataSourceRequiringUniqueIdentifiers: true, selectedSection: .always)
///     try picker.setSelectionFilters([SelectionRule.maximum(10)])
///     picker.onUpdate = { update in table.apply(update) }
///     picker.onSelectionChange = { [unowned picker] _ in save(picker.selectedUniqueIdentifiers) }
///     picker.searchText = "mü"
///     try picker.tap(.text("7"))
///
/// An item is known by its identifier, `RowID.text`, or by its index in the whole list,
/// `RowID.integer`. A search never changes the selection. The picker shows `sections`, whose cells
/// `cell(at:)` returns.
///
/// An index identifies its row until the data change. If `reloadData()` finds another text at an
/// index, it counts as a different row, which is not selected.
///
/// Selection filters see two attributes of an item: its `id` and its `text`.
///
/// The picker asks for the cells that are drawn. It asks for all of them, once, when it searches
/// them itself, and when a filter looks at rows.
@MainActor @Observable
public final class ListPicker<Cell: ListPickerCellContent> {
  /// The source of the items, held strongly.
  public let dataSource: any ListPickerDataSource<Cell>
  /// Whether unique identifiers identify the items; if not, their indices do.
  public let isDataSourceRequiringUniqueIdentifiers: Bool
  /// Whether many rows can be selected; if not, selecting a row replaces the selected one.
  public let allowsMultipleSelection: Bool
  /// When the app receives reports of the selection.
  public let reporting: ListPickerReporting
  /// When the section of selected items is shown.
  public let selectedSection: ListPickerSelectedSection
  /// The heading of the section of selected items; nil for none.
  public let selectedSectionTitle: String?

  /// Whether the selection may be empty.
  ///
  /// If not, the last row stays selected: Deselect All and a tap that would deselect it are
  /// refused, too. A selection that is empty from the start cannot be accepted.
  public var allowsEmptySelection: Bool
  /// Whether selecting a row by a tap also accepts the selection, if only one row can be selected.
  public var isDoneOnSelection = false

  /// The search text; empty for no search.
  ///
  /// - Complexity: O(n log n) for setting it, for n rows, whose cells are made once; if the source
  ///   searches, O(rows that it lists before and after)
  public var searchText = "" {
    didSet { if !searchText.isSame(as: oldValue) { search() } }
  }
  /// How the picker matches the text against the cells; a source that searches itself ignores it.
  ///
  /// - Complexity: That of setting `searchText`
  public var matchKind = MatchKind.words {
    didSet { if matchKind != oldValue && isSearchingItself { search() } }
  }

  /// The filters of the selection, in evaluation order.
  public internal(set) var selectionFilters: [any SelectionFilter] = []
  /// The problem of the data source; nil if there is none.
  public internal(set) var problem: ListPickerError?
  /// Initially selected rows that do not exist yet; they become selected once they exist.
  public internal(set) var missing: [RowID]

  /// Called when something has to be redrawn.
  @ObservationIgnored public var onUpdate: ((ListPickerUpdate) -> Void)?
  /// Called when the selection has changed, as configured by `reporting`.
  @ObservationIgnored public var onSelectionChange: ((ListPickerSelectionChange) -> Void)?
  /// Called when the selection is accepted, with the selected rows in pick order.
  @ObservationIgnored public var onDone: (([RowID]) -> Void)?

  /// The list of the source when last read.
  var list = ListPickerReader<Cell>.List(shape: .byIndex)
  /// The engine, which may not have the list yet.
  @ObservationIgnored var table: ListEngine
  /// Whether the engine has the list.
  @ObservationIgnored var isTableCurrent = true
  /// The items that the engine has, including those that searches of the source found.
  @ObservationIgnored var items: [RowID: Item] = [:]
  /// Whether all items have the texts of their cells.
  @ObservationIgnored var hasTexts = false
  /// The texts of the cells that were drawn, and of the selected rows.
  @ObservationIgnored var drawn: [RowID: String] = [:]
  /// Whether the list last read was filtered by the source.
  @ObservationIgnored var isFiltered = false
  /// Whether the source has changed since the whole list was last read.
  @ObservationIgnored var isOutdated = false
  /// The rows of the section of selected items; nil while it is not shown.
  var shownSelection: [RowID]?
  /// The selection last reported to the app, if reporting is `staged`.
  var accepted: [RowID] = []
  /// The row from which `extend(to:)` extends.
  @ObservationIgnored var anchor: RowID?
  @ObservationIgnored private var deliveries: [() -> Void] = []
  @ObservationIgnored private var isDelivering = false

  /// An item of the source.
  struct Item: Equatable {
    /// The text that a search covers; nil if it has not been read.
    var text: String?
    /// The place in the current list; nil if the item is not in it.
    var place: ListPickerIndexPath?
  }

  /// Creates a picker, and reads the source.
  ///
  /// - Parameters:
  ///   - dataSource: The source of the items.
  ///   - isDataSourceRequiringUniqueIdentifiers: Whether unique identifiers identify the items.
  ///   - allowsMultipleSelection: Whether many rows can be selected.
  ///   - allowsEmptySelection: Whether the selection may be empty.
  ///   - reporting: When the app receives reports of the selection.
  ///   - selectedSection: When the section of selected items is shown.
  ///   - selectedSectionTitle: The heading of that section.
  ///   - selected: The initially selected rows, regardless of filters; only the first, if one row
  ///     can be selected. Undo does not revert this, and the app receives no report of it.
  /// - Complexity: O(n) for n rows; O(n log n) if rows are selected
  public init(
    _ dataSource: any ListPickerDataSource<Cell>,
    isDataSourceRequiringUniqueIdentifiers: Bool = false, allowsMultipleSelection: Bool = true,
    allowsEmptySelection: Bool = true, reporting: ListPickerReporting = .live,
    selectedSection: ListPickerSelectedSection = .never, selectedSectionTitle: String? = nil,
    selected: [RowID] = []
  ) {
    self.dataSource = dataSource
    self.isDataSourceRequiringUniqueIdentifiers = isDataSourceRequiringUniqueIdentifiers
    self.allowsMultipleSelection = allowsMultipleSelection
    self.allowsEmptySelection = allowsEmptySelection
    self.reporting = reporting
    self.selectedSection = selectedSection
    self.selectedSectionTitle = selectedSectionTitle
    missing = allowsMultipleSelection ? selected : Array(selected.prefix(1))
    let none: [(RowID, Item)] = []
    table = ListEngine(.items(none, areIdentified: isDataSourceRequiringUniqueIdentifiers))
    reloadData()
  }

  /// The engine, with the current list.
  var engine: ListEngine {
    get {
      access(keyPath: \.engine)
      fillTable()
      return table
    }
    _modify {
      fillTable()
      _$observationRegistrar.willSet(self, keyPath: \.engine)
      defer { _$observationRegistrar.didSet(self, keyPath: \.engine) }
      yield &table
    }
  }

  /// The engine, to ask what is selected: it may not have the current list.
  var selection: ListEngine {
    access(keyPath: \.engine)
    return table
  }

  /// The shape of the source when last read.
  var shape: ListPickerReader<Cell>.Shape { list.shape }

  /// Reads the source again; call it whenever the data have changed.
  ///
  /// Selected rows that are gone are deselected. A row is gone if neither the whole list nor
  /// `allUniqueIdentifiers(in:)` contains it. While the source has filtered its list, the picker
  /// checks this only when the search ends.
  ///
  /// It reads the identifiers of all rows, but the cells of only those that were drawn or, during a
  /// search of the picker, of all.
  ///
  /// - Complexity: O(n) for n rows; O(n log n) if rows are or have been selected
  public func reloadData() { read(isReload: true) }

  /// The source, if it searches itself.
  var searchingSource: (any SearchingListPickerDataSource<Cell>)? {
    dataSource as? any SearchingListPickerDataSource<Cell>
  }

  /// A reader of the source's current list.
  var reader: ListPickerReader<Cell> {
    ListPickerReader(picker: self, source: dataSource, isFiltered: isFiltered)
  }

  // MARK: Callbacks

  /// Enqueues a callback to run when the current request has been carried out.
  func enqueue(_ delivery: @escaping () -> Void) { deliveries.append(delivery) }

  /// Runs the enqueued callbacks in order.
  ///
  /// A callback may make further requests. They are carried out immediately; their callbacks wait
  /// in the queue.
  func deliver() {
    if isDelivering { return }
    isDelivering = true
    while !deliveries.isEmpty { deliveries.removeFirst()() }
    isDelivering = false
  }
}
