package import Shortlist

/// A panel that filters by the values of an attribute and shows the number of rows for each.
///
/// The choices are kept in the filters of the screen, not here. Values keep their order while the
/// user makes choices, so that none moves away under the cursor.
package struct FacetPanel: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package var value: CellValue
    package var count: Int
  }

  /// The request that results from a key.
  package enum Outcome: Hashable, Sendable {
    case nothing
    /// Count other values.
    case measure
    /// Advance the choice for this value.
    case choose(CellValue)
    /// Focus the search; the panel stays open.
    case leave
    /// Close the panel.
    case close
  }

  /// The attributes that the panel offers.
  package private(set) var attributes: [String] = []
  /// The values of the current attribute.
  package private(set) var items: [Item] = []
  /// Whether there are more values than listed.
  package private(set) var hasMore = false
  /// The search text for values.
  package private(set) var field = SearchField()
  /// The visible range of values and the cursor.
  package private(set) var view = Viewport()
  /// Whether the values shown are outdated.
  package var isWaiting = true
  private var place = 0
  /// The value on which a key placed the cursor; nil for the first.
  private var anchor: CellValue?

  /// The maximum number of values listed.
  static let limit = 200

  package init() {}

  /// The current attribute; nil if there is none.
  package var attribute: String? { attributes.indices.contains(place) ? attributes[place] : nil }

  /// The value at the cursor.
  package var current: Item? { items.indices.contains(view.cursor) ? items[view.cursor] : nil }

  /// The facet to count; nil if there is no attribute.
  package var request: FacetRequest? {
    attribute.map {
      FacetRequest($0, limit: Self.limit, search: field.text, keepsSelected: true)
    }
  }

  // MARK: Data

  /// Sets the offered attributes; keeps the current one if it is still offered.
  package mutating func setAttributes(_ new: [String]) {
    let attribute = attribute
    attributes = new
    if let attribute { place = new.firstIndex(of: attribute) ?? 0 }
    if attribute != nil && self.attribute != attribute { forget() }
    if new.isEmpty { isWaiting = false }
  }

  /// Applies a facet report.
  ///
  /// - Parameters:
  ///   - report: The values of the current attribute.
  ///   - groups: The filters; values that they exclude are also listed.
  package mutating func show(_ report: FacetReport, groups: FilterGroups) {
    let keepsOrder = !isWaiting
    let new = report.items.map { Item(value: $0.value, count: $0.count) }
    let listed = Set(new.map(\.value))
    // While choices are made, keep values without rows; otherwise add the excluded values.
    let rest = keepsOrder ? items.map(\.value) : groups.excludedValues(of: report.attribute)
    let all = new + rest.filter { !listed.contains($0) }.map { Item(value: $0, count: 0) }
    items = keepsOrder ? Self.sorted(all, as: items) : field.text.isEmpty ? all : new
    hasMore = report.hasMore
    isWaiting = false
    view.total = items.count
    view.cursor = items.firstIndex { $0.value == anchor } ?? 0
    view.fit()
  }

  /// Returns values in their former order, with new ones last.
  private static func sorted(_ new: [Item], as old: [Item]) -> [Item] {
    let places = Dictionary(
      old.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = new.filter { places[$0.value] != nil }
      .sorted { (places[$0.value] ?? 0) < (places[$1.value] ?? 0) }
    return kept + new.filter { places[$0.value] == nil }
  }

  /// Sets how many values fit on the screen.
  package mutating func fit(height: Int) {
    view.height = max(0, height)
    view.fit()
  }

  private mutating func forget() {
    items = []
    hasMore = false
    field = SearchField()
    view.cursor = 0
    view.top = 0
    view.total = 0
    isWaiting = true
    anchor = nil
  }

  // MARK: Keys

  /// Handles a key.
  package mutating func handle(_ key: KeyPress) -> Outcome {
    let outcome = outcome(of: key)
    if Self.isAboutValues(key) { anchor = current?.value }
    return outcome
  }

  private mutating func outcome(of key: KeyPress) -> Outcome {
    if key == .character(" ") { return current.map { .choose($0.value) } ?? .nothing }
    let action = KeyBindings.action(for: key)
    if view.move(by: action, isInPanel: true) { return .nothing }
    switch action {
    case .edit(.left), .toggleAndUp: return turn(by: -1)
    case .edit(.right), .toggleAndDown: return turn(by: 1)
    case .edit(let edit): return search { $0.edit(edit) }
    case .accept: return .leave
    case .cancel, .facets: return .close
    case nil:
      if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
        return search { $0.insert(String(character)) }
      }
    default: break
    }
    return .nothing
  }

  /// Inserts text in the search for values.
  package mutating func paste(_ text: String) -> Outcome { search { $0.insert(text) } }

  /// Switches to another attribute.
  private mutating func turn(by step: Int) -> Outcome {
    if attributes.count < 2 { return .nothing }
    place = (place + step + attributes.count) % attributes.count
    forget()
    return .measure
  }

  /// Switches to the attribute at an index.
  mutating func turn(to index: Int) -> Outcome { turn(by: index - place) }

  private mutating func search(_ edit: (inout SearchField) -> Void) -> Outcome {
    let before = field.text
    edit(&field)
    if before.utf8.elementsEqual(field.text.utf8) { return .nothing }
    view.cursor = 0
    view.top = 0
    if attribute != nil { isWaiting = true }
    anchor = nil
    return .measure
  }

  /// Moves the cursor to the value on a line and chooses it.
  package mutating func press(line: Int) -> Outcome {
    guard !isWaiting, view.move(toLine: line) else { return .nothing }
    anchor = current?.value
    return .choose(items[view.cursor].value)
  }

  /// Scrolls the values.
  package mutating func scroll(by lines: Int) {
    view.scroll(by: lines)
    anchor = current?.value
  }

  /// Returns whether the meaning of a key depends on pending values.
  ///
  /// While rows are being read, all values are pending.
  package func mustWait(_ key: KeyPress, isLoading: Bool = false) -> Bool {
    (isWaiting || isLoading) && (attributes.isEmpty || Self.isAboutValues(key))
  }

  /// Returns whether a key chooses the value at the cursor or moves the cursor.
  private static func isAboutValues(_ key: KeyPress) -> Bool {
    var view = Viewport()
    return key == .character(" ") || view.move(by: KeyBindings.action(for: key), isInPanel: true)
  }
}
