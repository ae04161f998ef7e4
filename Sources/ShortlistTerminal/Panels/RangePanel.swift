package import Shortlist

/// A panel that filters by ranges of numbers and dates.
///
/// The choice, the available bounds and the shown range are separate (`NumberRange`), so that
/// bounds that move do not change the choice.
package struct RangePanel: Hashable, Sendable {
  /// The range of an attribute.
  package struct Control: Hashable, Sendable {
    package let attribute: String
    package let type: AttributeType
    /// The range with the user's choice.
    package fileprivate(set) var range: NumberRange<Quantity>
    /// The measured bounds and histogram; nil if not known yet.
    package fileprivate(set) var report: NumberReport?

    /// The name of the filter group of the range.
    package var group: String { "range of \(attribute)" }

    /// The filter of the choice; nil if it excludes nothing.
    package var filter: Filter? { range.filter(on: attribute) }

    /// The number of integers within the bounds; nil for other types or unknown bounds.
    fileprivate var values: Int? {
      guard case .integer(let least)? = report?.range?.lowerBound, type == .integer,
        case .integer(let greatest)? = report?.range?.upperBound
      else { return nil }
      let (width, isWide) = greatest.subtractingReportingOverflow(least)
      return isWide || width == .max ? nil : width + 1
    }

    /// The shown range and its bounds.
    package var state: NumberRangeState<Quantity> { range.state(within: report?.range) }

    fileprivate init(_ entry: ListSchema.Entry, _ range: NumberRange<Quantity>) {
      attribute = entry.name
      type = entry.type
      self.range = range
    }
  }

  /// The request that results from a key.
  package enum Outcome: Hashable, Sendable {
    case nothing
    /// Measure another attribute.
    case measure
    /// Apply the changed choice.
    case choose
    /// Report why the key has no effect.
    case refuse(String)
    /// Focus the search; the panel stays open.
    case leave
    case close
  }

  package private(set) var controls: [Control] = []
  /// The end of the range that keys move.
  package private(set) var end = RangeEnd.lower
  /// The number or date being typed.
  package private(set) var entry = SearchField()
  /// Whether the measured bounds shown are outdated.
  package var isWaiting = true
  private var place = 0

  package init() {}

  /// The range of the current attribute; nil if there is none.
  package var control: Control? { controls.indices.contains(place) ? controls[place] : nil }

  /// Returns the measurement to request; nil if there is no attribute.
  ///
  /// If there are fewer integers than columns, each has its own bucket.
  ///
  /// - Parameter columns: The columns of the histogram.
  /// - Returns: The request, which ignores the panel's own filter.
  package func request(columns: Int) -> NumberRequest? {
    control.map { control in
      let own = control.filter.map { FilterGroups.Member($0, in: control.group) }
      return NumberRequest(
        control.attribute, buckets: max(1, min(columns, control.values ?? columns)),
        without: own.map { [$0] } ?? [])
    }
  }

  // MARK: Data

  /// Sets the known attributes; choices are kept.
  package mutating func update(_ schema: ListSchema) {
    let attribute = control?.attribute
    let before = controls
    controls = schema.entries.filter(\.type.isOrdered).map { entry in
      if let same = before.first(where: { $0.attribute == entry.name && $0.type == entry.type }) {
        return same
      }
      return Control(entry, NumberRange<Quantity>())
    }
    place = controls.firstIndex { $0.attribute == attribute } ?? 0
    isWaiting = control != nil && (isWaiting || control?.report == nil)
  }

  /// Applies a measurement.
  package mutating func show(_ report: NumberReport) {
    guard control?.attribute == report.attribute else { return }
    controls[place].report = report
    isWaiting = false
  }

  /// Resets choices whose filters have been removed.
  package mutating func forgetChoices(notIn groups: FilterGroups) {
    for index in controls.indices {
      if let filter = controls[index].filter, !groups.contains(filter, in: controls[index].group) {
        controls[index].range.reset()
      }
    }
  }

  // MARK: Keys

  /// Handles a key.
  package mutating func handle(_ key: KeyPress) -> Outcome {
    switch key.key {
    case .left where !key.modifiers.isEmpty: return move(by: -10)
    case .right where !key.modifiers.isEmpty: return move(by: 10)
    default: break
    }
    switch KeyBindings.action(for: key) {
    case .edit(.left): return move(by: -1)
    case .edit(.right): return move(by: 1)
    case .pageDown, .edit(.wordLeft): return move(by: -10)
    case .pageUp, .edit(.wordRight): return move(by: 10)
    case .first, .edit(.start): return move(to: .lower)
    case .last, .edit(.end): return move(to: .upper)
    case .up: return turn(by: -1)
    case .down: return turn(by: 1)
    case .toggleAndDown, .toggleAndUp:
      let outcome = applyEntry() ?? .nothing
      if case .refuse = outcome { return outcome }
      end = end == .lower ? .upper : .lower
      return outcome
    case .accept: return applyEntry() ?? .leave
    case .cancel, .ranges: return .close
    case .edit(let edit):
      if entry.text.isEmpty { return clear() }
      entry.edit(edit)
    case nil:
      if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
        entry.insert(String(character))
      }
    default: break
    }
    return .nothing
  }

  /// Inserts text in the entry.
  package mutating func paste(_ text: String) { entry.insert(text) }

  /// Returns whether the meaning of a key depends on pending bounds.
  ///
  /// While rows are being read, all bounds are pending, and so are the types of attributes.
  package func mustWait(_ key: KeyPress, isLoading: Bool = false) -> Bool {
    if isLoading && control == nil { return true }
    if !isWaiting && !isLoading { return false }
    if key.key == .left || key.key == .right { return true }
    return switch KeyBindings.action(for: key) {
    case .edit(.left), .edit(.right), .edit(.wordLeft), .edit(.wordRight), .edit(.start),
      .edit(.end), .pageUp, .pageDown, .first, .last:
      true
    case .toggleAndDown, .toggleAndUp, .accept: !entry.text.isEmpty
    default: false
    }
  }

  private mutating func turn(by step: Int) -> Outcome {
    if controls.count < 2 { return .nothing }
    place = (place + step + controls.count) % controls.count
    entry = SearchField()
    end = .lower
    isWaiting = true
    return .measure
  }

  /// Switches to the attribute at an index.
  mutating func turn(to index: Int) -> Outcome { turn(by: index - place) }

  /// Moves the nearer end of the range to a bucket of the histogram.
  ///
  /// - Parameters:
  ///   - column: The column in the histogram that was clicked.
  ///   - columns: The number of its columns.
  /// - Returns: What follows.
  mutating func press(column: Int, of columns: Int) -> Outcome {
    guard !isWaiting, let buckets = control?.report?.histogram, !buckets.isEmpty,
      let (range, bounds) = shown
    else { return .nothing }
    let place = min(column * buckets.count / max(1, columns), buckets.count - 1)
    let first = buckets.firstIndex { range.lowerBound < $0.upper } ?? 0
    let last = buckets.lastIndex { $0.lower <= range.upperBound } ?? buckets.count - 1
    end = abs(place - first) <= abs(place - last) ? .lower : .upper
    if end == .lower {
      let lower = value(buckets[place].lower, rounded: .up)
      return choose(max(lower, bounds.lowerBound), range.upperBound)
    }
    let upper =
      place == buckets.count - 1
      ? bounds.upperBound : value(buckets[place].upper, rounded: .down)
    return choose(range.lowerBound, min(upper, bounds.upperBound))
  }

  /// Returns an end of a bucket; among integers, it is rounded to one of them.
  private func value(_ end: Quantity, rounded rule: FloatingPointRoundingRule) -> Quantity {
    guard case .number(let number) = end, control?.type == .integer else { return end }
    return Quantity(number.rounded(rule)) ?? end
  }

  private mutating func clear() -> Outcome {
    guard let control, control.range.choice != nil else { return .nothing }
    controls[place].range.reset()
    return .choose
  }

  /// The shown range and its bounds; nil if there is nothing to choose.
  private var shown: (range: ClosedRange<Quantity>, bounds: ClosedRange<Quantity>)? {
    guard let state = control?.state, let bounds = state.bounds,
      bounds.lowerBound < bounds.upperBound
    else { return nil }
    return (state.range ?? bounds, bounds)
  }

  private mutating func move(by steps: Int) -> Outcome {
    guard let control, let (range, bounds) = shown else { return .nothing }
    let step = RangeStep(control.type, bounds: bounds)
    switch end {
    case .lower:
      let least = step.moved(range.lowerBound, by: steps) ?? bounds.lowerBound
      return choose(min(max(least, bounds.lowerBound), range.upperBound), range.upperBound)
    case .upper:
      let greatest = step.moved(range.upperBound, by: steps) ?? bounds.upperBound
      return choose(range.lowerBound, max(min(greatest, bounds.upperBound), range.lowerBound))
    }
  }

  /// Moves the end as far down or up as possible.
  private mutating func move(to limit: RangeEnd) -> Outcome {
    guard let (range, bounds) = shown else { return .nothing }
    switch (end, limit) {
    case (.lower, .lower): return choose(bounds.lowerBound, range.upperBound)
    case (.lower, .upper): return choose(range.upperBound, range.upperBound)
    case (.upper, .lower): return choose(range.lowerBound, range.lowerBound)
    case (.upper, .upper): return choose(range.lowerBound, bounds.upperBound)
    }
  }

  /// Sets the end to the typed value; returns nil if nothing was typed.
  private mutating func applyEntry() -> Outcome? {
    guard let control, !entry.text.isEmpty else { return nil }
    guard let typed = Quantity(typed: entry.text, control.type) else {
      let kind = control.type == .date ? "a date (2024-05-31)" : "a number"
      return .refuse("\(kind) is expected, not \(entry.text)")
    }
    guard let bounds = control.report?.range else { return .refuse("no row has a value") }
    let range = control.state.range ?? bounds
    // A typed end can pass the other end, which then moves along.
    return end == .lower
      ? choose(typed, max(typed, range.upperBound)) : choose(min(typed, range.lowerBound), typed)
  }

  private mutating func choose(_ lower: Quantity, _ upper: Quantity) -> Outcome {
    var range = controls[place].range
    do {
      try range.choose(lower, upper, within: controls[place].report?.range)
    } catch {
      let what = lower == upper ? lower.shown : "\(lower.shown) to \(upper.shown)"
      return .refuse("\(what) is outside of what there is")
    }
    entry = SearchField()
    if range == controls[place].range { return .nothing }
    controls[place].range = range
    return .choose
  }
}
