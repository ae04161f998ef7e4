public import Observation

/// Lets a person pick items of a data source: searched, in sections, under selection filters.
///
///     let picker = ListPicker(
///       Contacts(), isDataSourceRequiringUniqueIdentifiers: true, selectedSection: .always)
///     try picker.setSelectionFilters([SelectionRule.maximum(10)])
///     picker.onUpdate = { update in table.apply(update) }
///     picker.onSelectionChange = { change in save(picker.selectedUniqueIdentifiers) }
///     picker.searchText = "mü"
///     try picker.tap(.text("7"))
///
/// An item is known by its identifier, `RowID.text`, or by its index in the whole list,
/// `RowID.integer`. A search never touches the selection. What the picker shows are `sections`, from
/// which `cell(at:)` draws.
///
/// An index means its row until the data change. What `reloadData()` finds there then is another
/// row if its text is another, and is not selected.
///
/// Filters of the selection know of an item its `id` and its `text`.
@MainActor @Observable
public final class ListPicker<Cell: ListPickerCellContent> {
  /// Where the items come from, which is held.
  public let dataSource: any ListPickerDataSource<Cell>
  /// Whether items are known by unique identifiers; if not, by their index.
  public let isDataSourceRequiringUniqueIdentifiers: Bool
  /// Whether many rows can be selected; if not, another one replaces the one that is.
  public let allowsMultipleSelection: Bool
  /// When the app is told of the selection.
  public let reporting: ListPickerReporting
  /// When the section of selected items is shown.
  public let selectedSection: ListPickerSelectedSection
  /// The heading of the section of selected items; nil for none.
  public let selectedSectionTitle: String?

  /// Whether nothing may be selected.
  ///
  /// If not, the last row stays selected: also Deselect All and a tap are refused then. What is empty
  /// from the beginning is not accepted.
  public var allowsEmptySelection: Bool
  /// Whether the tap that selects a row also accepts the selection, where one can be selected.
  public var isDoneOnSelection = false

  /// The text that is searched for; nothing, if it is empty.
  public var searchText = "" {
    didSet { if !searchText.isSame(as: oldValue) { search() } }
  }
  /// How the picker compares the text with the cells; a source that searches itself has its own way.
  public var matchKind = MatchKind.words {
    didSet { if matchKind != oldValue && searchingSource == nil { search() } }
  }

  /// The filters of the selection, in the order in which they are asked.
  public internal(set) var selectionFilters: [any SelectionFilter] = []
  /// What is wrong with the data source; nil if nothing is.
  public internal(set) var problem: ListPickerProblem?
  /// Rows that were to be selected from the beginning and are not there: they will be once they are.
  public internal(set) var missing: [RowID]

  /// Called when something has to be drawn anew.
  @ObservationIgnored public var onUpdate: ((ListPickerUpdate) -> Void)?
  /// Called when the selection has changed, as `reporting` says.
  @ObservationIgnored public var onSelectionChange: ((ListPickerSelectionChange) -> Void)?
  /// Called when the selection is accepted, with the selected rows in pick order.
  @ObservationIgnored public var onDone: (([RowID]) -> Void)?

  var engine: ListEngine
  /// The items of the source, those found by its searches among them.
  @ObservationIgnored var items: [RowID: Item] = [:]
  /// The shape of the source when it was read last.
  @ObservationIgnored var shape = ListPickerReader<Cell>.Shape.byIndex
  /// The number of sections of the list that was read last.
  @ObservationIgnored var sectionCount = 0
  /// Whether the list that was read last was filtered by the source.
  @ObservationIgnored var isFiltered = false
  /// Whether the source has changed since the whole list was read.
  @ObservationIgnored var isOutdated = false
  /// The rows of the section of selected items; nil while it is not shown.
  var shownSelection: [RowID]?
  /// What the app was told last that is selected, where it is told when changes are accepted.
  var accepted: [RowID] = []
  /// The row from which an extension reaches.
  @ObservationIgnored var anchor: RowID?
  @ObservationIgnored private var deliveries: [() -> Void] = []
  @ObservationIgnored private var isDelivering = false

  /// An item of the source.
  struct Item: Equatable {
    /// What a search looks at.
    var text: String
    /// Where it is in the current list; nil if it is not in it.
    var place: ListPickerIndexPath?
  }

  /// Creates a picker, and reads the source.
  ///
  /// - Parameters:
  ///   - dataSource: Where the items come from.
  ///   - isDataSourceRequiringUniqueIdentifiers: Whether items are known by unique identifiers.
  ///   - allowsMultipleSelection: Whether many rows can be selected.
  ///   - allowsEmptySelection: Whether nothing may be selected.
  ///   - reporting: When the app is told of the selection.
  ///   - selectedSection: When the section of selected items is shown.
  ///   - selectedSectionTitle: Its heading.
  ///   - selected: The rows that are selected from the beginning, whatever filters say; only the
  ///     first, where one can be. That cannot be undone, and the app is not told of it.
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
    let none: [ListPickerReader<Cell>.Row] = []
    engine = ListEngine(.items(none, areIdentified: isDataSourceRequiringUniqueIdentifiers))
    reloadData()
  }

  /// Reads the source again: call it whenever the data have changed.
  ///
  /// Selected rows that are gone leave the selection. They are gone if neither the whole list nor
  /// `allUniqueIdentifiers(in:)` has them; while the source has filtered its list, that is found out
  /// when the search ends.
  ///
  /// - Complexity: O(n log n) for n rows: 0.2 s for 100,000, half a second if all have moved
  public func reloadData() { read(isReload: true) }

  /// The source, if it searches itself.
  var searchingSource: (any SearchingListPickerDataSource<Cell>)? {
    dataSource as? any SearchingListPickerDataSource<Cell>
  }

  /// The current list of the source.
  var reader: ListPickerReader<Cell> {
    ListPickerReader(picker: self, source: dataSource, isFiltered: isFiltered)
  }

  // MARK: Telling

  /// Notes something that is to be told when a request has been carried out.
  func note(_ delivery: @escaping () -> Void) { deliveries.append(delivery) }

  /// Tells what was noted, in order.
  ///
  /// What is told may lead to further requests. They are carried out at once; what is to be told of
  /// them waits.
  func deliver() {
    if isDelivering { return }
    isDelivering = true
    while !deliveries.isEmpty { deliveries.removeFirst()() }
    isDelivering = false
  }
}
