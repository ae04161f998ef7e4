extension PickListModel {
  // MARK: Facets

  /// Adds a value to the filter of a facet, or removes it; an item matches if it has any of the
  /// values.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - attribute: The facet.
  public func toggle(_ value: CellValue, of attribute: String) {
    note(
      picker.filter { try $0.toggle([.equals(attribute, value)], in: attribute, .or) }
    ) { _ in [] }
  }

  // MARK: Ranges

  /// The chosen range of a number, for binding to a slider; nil for all.
  ///
  /// For dates, and for numbers that `Double` cannot represent, use `choose(_:of:)`.
  public subscript(range attribute: String) -> ClosedRange<Double>? {
    get {
      guard case .inRange(_, let lower?, let upper?) = chosenRanges[Attribute(attribute)],
        let first = lower.double, let last = upper.double
      else { return nil }
      return first...last
    }
    set { choose(newValue, of: attribute) }
  }

  /// Chooses a closed range of a number or date; nil for all.
  ///
  /// If the range is invalid, `messages` says why.
  public func choose<Number: RangeNumber>(_ range: ClosedRange<Number>?, of attribute: String) {
    let name = Attribute(attribute)
    let (old, new) = (chosenRanges[name], range.map { Filter.range(attribute, $0) })
    chosenRanges[name] = new
    note(
      picker.filter { try $0.replace(old, with: new, in: "range of \(attribute)") }
    ) { _ in [] }
  }

  // MARK: Texts

  /// Returns the parts of a text that the search matches; see `ListQuery.highlights(in:of:)`.
  public func highlights(in text: String, of attribute: String) -> [Range<String.Index>] {
    picker.query.highlights(in: text, of: attribute)
  }
}

extension CellValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
