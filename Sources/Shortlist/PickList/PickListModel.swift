public import Observation

/// The state of a picker for views: what is visible, counts, selection, messages.
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
/// Facets and ranges are measured and what can be undone is looked up after each change, off the main
/// thread, and come a little later than the rows. None of that is done before one of them has been
/// looked at.
///
/// It follows the picker as long as it is held; several models may follow the same one. Changes are
/// applied off the main thread, which does no more than take the sections that come of them.
@MainActor
@Observable
public final class PickListModel<Item: Identifiable & Sendable> where Item.ID: PickListID {
  /// The picker.
  public let picker: PickList<Item>
  /// The visible items in their sections.
  public private(set) var sections: [PickListSection<Item>] = []
  /// The revision of all this; 0 until the items are taken in.
  public private(set) var revision = 0
  /// Items that match.
  public private(set) var total = 0
  /// All items.
  public private(set) var count = 0
  /// Selected items.
  public private(set) var selectedCount = 0
  /// What the last request was refused for, or failed with, in sentences for a person; empty if all
  /// went well.
  public private(set) var messages: [String] = []

  private var text: String
  /// The filters of the ranges chosen here.
  var chosenRanges: [Attribute: Filter] = [:]
  /// What was read after the rows.
  var readings = PickListReadings()
  @ObservationIgnored let measuring: MeasureRequest
  @ObservationIgnored var reading: Task<Void, Never>?
  @ObservationIgnored var isOutdated = false
  /// Whether anybody has looked at what is read after the rows.
  @ObservationIgnored var isRead = false
  @ObservationIgnored private var listening: Task<Void, Never>?
  @ObservationIgnored private var requestsSoFar = 0

  /// Follows a picker.
  ///
  /// - Parameters:
  ///   - picker: The picker.
  ///   - measuring: What is to be counted and measured after each change: unless it is said, the values
  ///     of the fields that are facets and the ranges of those that are numbers or dates.
  public init(_ picker: PickList<Item>, measuring: MeasureRequest? = nil) {
    self.picker = picker
    self.measuring = measuring ?? picker.measuredByDefault
    text = picker.search
    let updates = picker.updates
    // The main thread is woken up once for an update, when all is there.
    listening = Task.detached { [weak self] in
      var sections: [PickListSection<Item>] = []
      for await update in updates {
        let replaced = sections
        update.apply(to: &sections)
        await MainActor.run { [weak self, sections] in self?.take(update, sections) }
        // The main thread is not the last to hold what it has replaced, so it does not free it.
        withExtendedLifetime(replaced) {}
      }
      do {
        _ = try await picker.opening.value
      } catch {
        await MainActor.run { [weak self] in self?.messages = ["\(error)"] }
      }
    }
  }

  isolated deinit {
    listening?.cancel()
    reading?.cancel()
  }

  private func take(_ update: PickListUpdate<Item>, _ sections: [PickListSection<Item>]) {
    if update.changes != nil || update.selection != nil { self.sections = sections }
    revision = update.revision
    if total != update.total { total = update.total }
    if count != update.count { count = update.count }
    if selectedCount != update.selectedCount { selectedCount = update.selectedCount }
    if isRead { read() }
  }

  // MARK: Asking

  /// The text that items are searched for; to be bound to a search field.
  public var searchText: String {
    get { text }
    set {
      text = newValue
      picker.search(newValue)
    }
  }

  /// Filters by a text such as `price:10..20`; `messages` has what is wrong with it.
  public func filter(_ text: String) { note(picker.filter(text)) { _ in [] } }

  /// Changes the selection; `messages` has why something was refused.
  public func select(_ request: SelectionRequest) {
    note(picker.selection.request(request)) { $0.refusals.map(\.reason) }
  }

  /// Selects an item, or takes it out; `messages` has why something was refused.
  public func toggle(_ id: Item.ID) {
    note(picker.selection.toggle(id)) { $0.refusals.map(\.reason) }
  }

  /// Notes what is to be said of a request, unless there was another one since.
  func note<Outcome>(
    _ intent: PickListIntent<Outcome>, _ sentences: @escaping @Sendable (Outcome) -> [String]
  ) {
    requestsSoFar += 1
    Task.detached { [weak self, number = requestsSoFar] in
      let messages: [String]
      do {
        messages = sentences(try await intent.value)
      } catch is CancellationError {
        messages = []
      } catch {
        messages = ["\(error)"]
      }
      await MainActor.run { [weak self] in
        if let self, requestsSoFar == number, self.messages != messages { self.messages = messages }
      }
    }
  }
}
