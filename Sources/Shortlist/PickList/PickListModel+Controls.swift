extension PickListModel {
  // MARK: Facets

  /// Adds a value to the filter of a facet, or removes it; an item matches if it has any of the
  /// values.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths.
  ///
  /// - Precondition: The picker has the field.
  /// - Parameters:
  ///   - value: The value.
  ///   - attribute: The facet.
  public func toggle(_ value: CellValue, of attribute: String) {
    picker.form.requireFields([attribute], in: "toggle")
    showMessages(
      of: picker.queryIntent {
        try $0.groups.toggle([.equals(attribute, value)], in: attribute, .or)
      }
    ) { _ in [] }
  }

  // MARK: Ranges

  /// The chosen range of a number within its bounds, for binding to a slider; nil for all.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths. A
  /// range outside of the bounds is shown at the nearest bound. For dates, and for numbers that
  /// `Double` cannot represent, use `choose(_:of:)`.
  public subscript(range attribute: String) -> ClosedRange<Double>? {
    get {
      guard let filter = chosenRanges[Attribute(attribute)]?.filter,
        let choice = NumberRange<Double>.Choice(filter, on: attribute)
      else { return nil }
      guard let bounds: ClosedRange<Double> = bounds(of: attribute) else {
        guard let lower = choice.lower, let upper = choice.upper else { return nil }
        return lower...upper
      }
      let range = (choice.lower ?? -.infinity)...(choice.upper ?? .infinity)
      return range.clamped(to: bounds)
    }
    set { choose(newValue, of: attribute) }
  }

  /// Chooses a closed range of a number or date; nil for all.
  ///
  /// Use it for columns of records, and for fields that are functions; others have key paths.
  ///
  /// As soon as `ranges` has the bounds, an end at or beyond its bound is open: items beyond the
  /// bound that are added later match too. At both bounds, nothing is filtered out. If the range is
  /// inverted or outside of the bounds, it does not change, and `messages` says why.
  ///
  /// - Precondition: The picker has the field.
  public func choose<Number: RangeNumber>(_ range: ClosedRange<Number>?, of attribute: String) {
    picker.form.requireFields([attribute], in: "choose")
    let old = chosenRanges[Attribute(attribute)]
    var chosen = NumberRange<Number>()
    showMessages(
      of: picker.queryIntent { query in
        if let range {
          try chosen.choose(range.lowerBound, range.upperBound, within: bounds(of: attribute))
        }
        try query.groups.replace(
          old?.filter, with: chosen.filter(on: attribute),
          in: old?.group ?? "range of \(attribute)")
      }
    ) { _ in [] }
  }

  /// The bounds of an attribute, rounded outwards; nil if they are not known or not representable.
  private func bounds<Number: RangeNumber>(of attribute: String) -> ClosedRange<Number>? {
    guard let measured = ranges.first(of: attribute)?.range,
      let lower = Number(measured.lowerBound, as: .lower),
      let upper = Number(measured.upperBound, as: .upper), lower <= upper
    else { return nil }
    return lower...upper
  }

  // MARK: Texts

  /// Returns the parts of a text that the search matches; see `ListQuery.highlights(in:of:)`.
  ///
  /// - Complexity: O(search + text)
  public func highlights(in text: String, of attribute: String) -> [Range<String.Index>] {
    picker.query.highlights(in: text, of: attribute)
  }
}

extension FilterGroups {
  /// The first range of an attribute that is a filter of its own, in a group combined by AND.
  func range(of attribute: String) -> Member? {
    let name = Attribute(attribute)
    for group in groups where group.operator == .and {
      for filter in group.filters {
        if case .inRange(let other, _, _) = filter, Attribute(other) == name {
          return Member(filter, in: group.name)
        }
      }
    }
    return nil
  }
}
