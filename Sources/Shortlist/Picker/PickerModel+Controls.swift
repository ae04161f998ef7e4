extension PickerModel {
  // MARK: Facets

  /// Asks for a value of a facet, or no longer; of several values that are asked for an item has one.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - attribute: The facet.
  public func toggle(_ value: Value, of attribute: String) {
    note(
      picker.filter { try $0.toggle([.equals(attribute, value)], in: attribute, .or) }
    ) { _ in [] }
  }

  // MARK: Ranges

  /// The range chosen of a number, to be bound to a slider; nil for all.
  ///
  /// Dates, and numbers that doubles cannot hold, are chosen with `choose(_:of:)`.
  public subscript(range attribute: String) -> ClosedRange<Double>? {
    get {
      guard case .inRange(_, let lower?, let upper?) = chosenRanges[Attribute(attribute)],
        let first = lower.double, let last = upper.double
      else { return nil }
      return first...last
    }
    set { choose(newValue, of: attribute) }
  }

  /// Chooses a range of a number or date, both ends included; nil for all.
  ///
  /// `messages` has what is wrong with it.
  public func choose<Number: RangeNumber>(_ range: ClosedRange<Number>?, of attribute: String) {
    let name = Attribute(attribute)
    let (old, new) = (chosenRanges[name], range.map { Filter.range(attribute, $0) })
    chosenRanges[name] = new
    note(
      picker.filter { try $0.replace(old, with: new, in: "range of \(attribute)") }
    ) { _ in [] }
  }

  // MARK: Texts

  /// The parts of a text that the search matches; see `Query.highlights(in:of:)`.
  public func highlights(in text: String, of attribute: String) -> [Range<String.Index>] {
    picker.query.highlights(in: text, of: attribute)
  }

  // MARK: Reading

  /// Reads what comes after the rows, again if they change meanwhile.
  func read() {
    isOutdated = true
    if reading != nil { return }
    reading = Task { [weak self, picker] in
      while let request = self?.nextReading() {
        let found = try? await picker.readings(request)
        if let found { self?.take(found) }
      }
    }
  }

  /// What is to be read; nil if all is read.
  private func nextReading() -> MeasureRequest? {
    guard isOutdated else {
      reading = nil
      return nil
    }
    isOutdated = false
    var request = measuring
    for index in request.numbers.indices {
      let attribute = request.numbers[index].attribute
      if let filter = chosenRanges[Attribute(attribute)] {
        request.numbers[index].without.append(.init(filter, in: "range of \(attribute)"))
      }
    }
    return request
  }

  private func take(_ found: PickerReadings) {
    if facets != found.measures.facets { facets = found.measures.facets }
    if ranges != found.measures.numbers { ranges = found.measures.numbers }
    let selection = found.selection
    if selectedSections != found.sections { selectedSections = found.sections }
    if violations != selection.violations { violations = selection.violations }
    if canUndo != selection.canUndo { canUndo = selection.canUndo }
    if canRedo != selection.canRedo { canRedo = selection.canRedo }
  }
}

extension Value {
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}

/// What a model reads after a change.
private struct PickerReadings: Sendable {
  let measures: Measures
  let selection: SelectionReport
  let sections: [SelectedSectionsReport.Section]
}

extension Picker {
  /// Reads beside the intents: it waits for those under way, and holds up none.
  fileprivate func readings(_ request: MeasureRequest) async throws -> PickerReadings {
    let (selection, sections) = try await list.perform { list in
      (try list.selection(limit: 0), try list.selectedSections().sections)
    }
    return PickerReadings(
      measures: try await list.measure(request), selection: selection, sections: sections)
  }
}
