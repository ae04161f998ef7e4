public import Observation

/// The observable state of a picker for views: visible items, counts, selection, messages.
///
///     import SwiftUI
///
///     struct ContactsView: View {
///       @State private var model = PickListModel(picker)
///
///       var body: some View {
///         List {
///           ForEach(model.sections) { section in
///             ForEach(section.rows) { row in Text(row.item.name) }
///           }
///         }
///         .searchable(text: $model.searchText)
///       }
///     }
///
/// Facets, ranges and undo state are read after each change, off the main thread, and arrive a
/// little later than the rows. The model starts reading them when one of them is first accessed.
///
/// A model follows its picker for the model's lifetime; several models may follow the same picker,
/// and show the same text and the same ranges, even if another model set them.
/// It applies changes off the main thread, which only assigns the resulting sections.
@MainActor
@Observable
public final class PickListModel<Item: Identifiable & Sendable> where Item.ID: PickListID {
  /// The picker.
  public let picker: PickList<Item>
  /// The visible items by section.
  public private(set) var sections: [PickListSection<Item>] = []
  /// The revision of this state; 0 until the items are loaded.
  public private(set) var revision = 0
  /// Why the picker cannot follow its source now, so that the items may be outdated; nil if it does
  /// or has no need to.
  public private(set) var stopReason: String?
  /// The number of matching items.
  public private(set) var total = 0
  /// The number of all items.
  public private(set) var count = 0
  /// The number of selected items.
  public private(set) var selectedCount = 0
  /// User-readable sentences that say why the last request was refused or failed; empty if it
  /// succeeded.
  public private(set) var messages: [String] = []
  /// Why the last request failed, or why the items cannot be loaded.
  ///
  /// Nil if it succeeded or was refused. `PickList.failures` has each failure, too.
  public private(set) var error: PickListError?

  private var text = ""
  private var sortKeys: [SortKey] = []
  private var matchKind = MatchKind.words
  private var groups = FilterGroups()
  private var shownWindow: RangeOptions?
  /// The ranges of numbers and dates in the query.
  private(set) var chosenRanges: [Attribute: FilterGroups.Member] = [:]
  /// The values read after the rows.
  var readings = PickListReadings<Item.ID>()
  @ObservationIgnored let measuring: MeasureRequest
  @ObservationIgnored var reading: Task<Void, Never>?
  @ObservationIgnored var isOutdated = false
  /// Whether the readings have ever been accessed.
  @ObservationIgnored var isRead = false
  @ObservationIgnored private var listening: Task<Void, Never>?
  @ObservationIgnored private var followingRules: Task<Void, Never>?
  @ObservationIgnored private var requestsSoFar = 0
  /// The request for more rows that has no answer yet.
  @ObservationIgnored private var extending: Task<Void, Never>?
  /// The revision that the last request for more rows led to, which the model may not show yet.
  @ObservationIgnored private var extendedRevision = 0
  /// What waits for the first items.
  @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a model that follows a picker.
  ///
  /// - Parameters:
  ///   - picker: The picker.
  ///   - measuring: What to count and measure after each change. The default is the values of all
  ///     facet fields and the ranges of all number and date fields.
  public convenience init(_ picker: PickList<Item>, measuring: MeasureRequest? = nil) {
    self.init(picker, measuring: measuring, showing: nil)
  }

  /// Creates a model that follows a picker, and shows what it has already.
  init(
    _ picker: PickList<Item>, measuring: MeasureRequest?,
    showing first: (shown: PickListResults<Item>, count: Int)?
  ) {
    self.picker = picker
    self.measuring = measuring ?? picker.measuredByDefault
    if let (shown, count) = first {
      (sections, revision) = (shown.sections, shown.revision)
      (total, self.count) = (shown.total, count)
    }
    var updates = picker.updates
    updates.throwsWhenStopped = false
    // Hop to the main thread once per update, when all of it is ready.
    listening = Task.detached { [weak self, updates] in
      var sections: [PickListSection<Item>] = []
      do {
        for try await update in updates {
          let replaced = sections
          update.apply(to: &sections)
          await MainActor.run { [weak self, sections] in self?.receive(update, sections) }
          // Keep the replaced value alive here, so that the main thread does not spend time freeing
          // it.
          withExtendedLifetime(replaced) {}
        }
      } catch {
        await MainActor.run { [weak self] in
          self?.show(["\(error)"], error as? PickListError ?? PickListError(error))
          self?.resumeWaiting()
        }
      }
    }
    readQuery()
    let rules = picker.list.broadcast.subscribe { $0.changesRules }
    followingRules = Task { [weak self] in
      for await _ in rules {
        if let self, isRead { read() }
      }
    }
  }

  isolated deinit {
    followingRules?.cancel()
    listening?.cancel()
    reading?.cancel()
  }

  // The model compares new values with its storage. Reading a property (`total`, not `_total`)
  // creates a key path at every access, which takes longer than the rest of an update.

  private func receive(_ update: PickListUpdate<Item>, _ sections: [PickListSection<Item>]) {
    // The first update may say what the model was created with.
    let isKnown = update.previousRevision == 0 && update.revision == _revision
    if !isKnown && (update.changes != nil || update.selection != nil) { self.sections = sections }
    if !isKnown { revision = update.revision }
    if _stopReason != update.stopReason { stopReason = update.stopReason }
    if _total != update.total { total = update.total }
    if _count != update.count { count = update.count }
    if _selectedCount != update.selectedCount { selectedCount = update.selectedCount }
    readQuery()
    if isRead { read() }
    resumeWaiting()
  }

  private func resumeWaiting() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Waits until the model has the items, before it is shown or tested.
  ///
  ///     let model = PickListModel(picker)
  ///     try await model.waitUntilLoaded()
  ///
  /// - Throws: `PickListError` if the items cannot be loaded.
  public func waitUntilLoaded() async throws {
    _ = try await picker.waitUntilLoaded()
    if isLoading { await withCheckedContinuation { waiting.append($0) } }
    if revision == 0, let error { throw error }
  }

  /// Shows the parts of the requested query and the window, which others may have changed.
  func readQuery() {
    let (query, window) = (picker.query, picker.window)
    if _text != query.search { text = query.search }
    if _matchKind != query.match { matchKind = query.match }
    if _sortKeys != query.sort { sortKeys = query.sort }
    if _groups != query.groups { groups = query.groups }
    if _shownWindow != window { shownWindow = window }
    var ranges: [Attribute: FilterGroups.Member] = [:]
    if !query.groups.isEmpty {
      for name in picker.form.schema.entries.map(\.name) {
        ranges[Attribute(name)] = query.groups.range(of: name)
      }
    }
    if ranges != _chosenRanges { chosenRanges = ranges }
  }

  /// Whether the items are still being loaded.
  public var isLoading: Bool { revision == 0 && error == nil }

  // MARK: Asking

  /// The search text, for binding to a search field.
  public var searchText: String {
    get { text }
    set {
      text = newValue
      picker.search = newValue
    }
  }

  /// How the search text is matched against items, for binding to a picker of kinds.
  public var match: MatchKind {
    get { matchKind }
    set {
      showMessages(of: picker.queryIntent { $0.match = newValue }) { _ in [] }
    }
  }

  /// The filters of controls, for binding to views that add and remove them.
  ///
  ///     shopModel.filters.add(shop.rowFilter(\.price < 20))
  ///
  /// They are combined with the text of `filter(_:)`. The ranges that the model chooses and the
  /// values that it toggles are among them.
  ///
  /// - Precondition: For setting: the picker has the fields.
  public var filters: FilterGroups {
    get {
      // Others may have changed them since the last update: who adds a filter keeps theirs.
      _ = groups
      return picker.filters
    }
    set {
      picker.form.requireFields(newValue.filter?.attributes ?? [], in: "filters")
      showMessages(of: picker.queryIntent { $0.groups = newValue }) { _ in [] }
    }
  }

  /// The visible part of each section that has no range of its own, for binding to a control of
  /// lengths; nil for everything.
  ///
  /// Rows that stay on a server always have a window: if it is set to nil, `messages` says why it
  /// stays.
  public var window: RangeOptions? {
    get { shownWindow }
    set {
      showMessages(of: picker.showIntent(newValue, section: nil)) { _ in [] }
    }
  }

  /// The sort keys, for binding to a picker of orders; if empty, the items are in their own order.
  ///
  ///     shopModel.sort = [shop.sortKey(\.price, .descending)]
  ///
  /// - Precondition: For setting: the picker has the fields.
  public var sort: [SortKey] {
    get { sortKeys }
    set {
      picker.form.requireFields(newValue.map(\.attribute), in: "sort")
      showMessages(of: picker.queryIntent { $0.sort = newValue }) { _ in [] }
    }
  }

  /// Extends the window, if there is one and more items match; call it when the last row appears.
  ///
  ///     let lastRow = contactsModel.sections.last?.rows.last
  ///     if lastRow?.id == ann.id { contactsModel.showMore() }
  ///
  /// Further calls do nothing until the window has been extended.
  ///
  /// - Parameter count: How many rows more each section shows at most.
  /// - Precondition: `count` is not negative.
  /// - Complexity: O(sections), and off the main thread that of ``PickList/show(_:section:)``
  public func showMore(_ count: Int = 50) {
    let visible = sections.reduce(0) { $0 + $1.rows.count }
    guard picker.window != nil, extending == nil, revision >= extendedRevision, visible < total
    else { return }
    extending = Task { [weak self, picker] in
      do {
        let options = try await picker.windows.sections.compactMap(\.options)
        if let longest = options.max(by: { $0.length < $1.length }) {
          let outcome = try await picker.show(longest.copy(length: longest.length + count))
          self?.extendedRevision = outcome.revision
        }
      } catch {
        picker.failures.record(error)
      }
      self?.extending = nil
    }
  }

  /// The ids of the visible items that are selected, for `List(selection:)`.
  ///
  /// Setting it selects the visible items that were added, and deselects those that were removed;
  /// others stay as they are. `messages` says why something was refused.
  ///
  /// - Complexity: O(visible items)
  public var selection: Set<Item.ID> {
    get { Set(sections.flatMap(\.rows).filter(\.isSelected).map(\.item.id)) }
    set {
      let old = selection
      let (added, removed) = (newValue.subtracting(old), old.subtracting(newValue))
      if !removed.isEmpty { select(.deselect(Array(removed))) }
      if !added.isEmpty { select(.select(Array(added))) }
    }
  }

  /// Filters by a text such as `price:10..20`; if it is invalid, `messages` says why.
  public func filter(_ text: String) {
    showMessages(of: picker.queryIntent { $0.filters = text }) { _ in [] }
  }

  /// Changes the selection; `messages` says why something was refused.
  public func select(_ request: SelectionRequest<Item.ID>) {
    showMessages(of: picker.selection.intent(request)) { $0.refusals.map(\.reason) }
  }

  /// Toggles the selection of an item; `messages` says why something was refused.
  public func toggle(_ id: Item.ID) { select(.toggle([id])) }

  /// Shows what a request asks for, and sets the messages when it ends, unless a newer request was
  /// made since.
  func showMessages<Outcome>(
    of intent: Intent<Outcome>, _ sentences: @escaping @Sendable (Outcome) -> [String]
  ) {
    readQuery()
    requestsSoFar += 1
    Task.detached { [weak self, number = requestsSoFar, failures = picker.failures] in
      var messages: [String] = []
      var failure: PickListError?
      do {
        messages = sentences(try await intent.value)
      } catch {
        failures.record(error)
        failure = error as? PickListError
        if failure?.code == .superseded { failure = nil }
        messages = failure.map { ["\($0)"] } ?? []
      }
      await MainActor.run { [weak self, messages, failure] in
        guard let self else { return }
        // A request that failed leaves what was before it.
        readQuery()
        if requestsSoFar == number { show(messages, failure) }
      }
    }
  }

  private func show(_ messages: [String], _ error: PickListError?) {
    if _messages != messages { self.messages = messages }
    if _error != nil || error != nil { self.error = error }
  }
}
