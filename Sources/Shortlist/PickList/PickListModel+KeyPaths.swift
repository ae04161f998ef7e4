extension PickListModel {
  // MARK: Key paths

  /// The counted values of a property among the matching items; nil if the model does not count
  /// them.
  ///
  ///     let kinds = shopModel[facet: \.kind]?.items ?? []
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public subscript(facet path: PartialKeyPath<Item>) -> FacetReport? {
    facets.first(of: picker.name(of: path))
  }

  /// The measures of a number or date among the matching items, without the chosen range of that
  /// property; nil if the model does not measure it.
  ///
  ///     let bounds = shopModel[number: \.price]?.range
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public subscript(number path: PartialKeyPath<Item>) -> NumberReport? {
    ranges.first(of: picker.name(of: path))
  }

  /// The chosen range of a number within its bounds, for binding to a slider; nil for all.
  ///
  ///     shopModel[range: \.price] = 10...20
  ///
  /// A range outside of the bounds is shown at the nearest bound. For dates, and for numbers that
  /// `Double` cannot represent, use `choose(_:of:)`.
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(fields)
  public subscript(range path: PartialKeyPath<Item>) -> ClosedRange<Double>? {
    get { self[range: picker.name(of: path)] }
    set { self[range: picker.name(of: path)] = newValue }
  }

  /// Chooses a closed range of a number or date; nil for all.
  ///
  ///     shopModel.choose(Date.distantPast...Date.now, of: \.added)
  ///
  /// As soon as `ranges` has the bounds, an end at or beyond its bound is open: items beyond the
  /// bound that are added later match too. At both bounds, nothing is filtered out. If the range is
  /// inverted or outside of the bounds, it does not change, and `messages` says why.
  ///
  /// - Precondition: The picker has a field for the key path.
  public func choose<Number: RangeNumber>(
    _ range: ClosedRange<Number>?, of path: KeyPath<Item, Number>
  ) {
    choose(range, of: picker.name(of: path))
  }

  /// Chooses a closed range of an optional number or date; nil for all.
  ///
  /// It does what the function for other properties does.
  ///
  /// - Precondition: The picker has a field for the key path.
  public func choose<Number: RangeNumber>(
    _ range: ClosedRange<Number>?, of path: KeyPath<Item, Number?>
  ) {
    choose(range, of: picker.name(of: path))
  }

  /// Adds a value to the filter of a facet, or removes it; an item matches if it has any of the
  /// values.
  ///
  ///     for item in shopModel[facet: \.kind]?.items ?? [] { shopModel.toggle(item.value, of: \.kind) }
  ///
  /// - Parameters:
  ///   - value: The value, as a facet lists it.
  ///   - path: The property.
  /// - Precondition: The picker has a field for the key path.
  public func toggle(_ value: CellValue, of path: PartialKeyPath<Item>) {
    toggle(value, of: picker.name(of: path))
  }

  /// Adds a value to the filter of a facet, or removes it; an item matches if it has any of the
  /// values.
  ///
  ///     contactsModel.toggle(ann.city, of: \.city)
  ///
  /// - Precondition: The picker has a field for the key path.
  public func toggle<Value: FieldValue>(_ value: Value, of path: KeyPath<Item, Value>) {
    toggle(value.fieldValue, of: picker.name(of: path))
  }

  /// Adds a case to the filter of a facet, or removes it; an item matches if it has any of the
  /// cases.
  ///
  ///     shopModel.toggle(.tea, of: \.kind)
  ///
  /// - Precondition: The picker has a field for the key path.
  @_disfavoredOverload
  public func toggle<Case: RawRepresentable>(_ value: Case, of path: KeyPath<Item, Case>)
  where Case.RawValue: FieldValue {
    toggle(value.rawValue.fieldValue, of: picker.name(of: path))
  }

  /// Adds a case to the filter of an optional facet, or removes it; nil stands for no value.
  ///
  /// - Precondition: The picker has a field for the key path.
  @_disfavoredOverload
  public func toggle<Case: RawRepresentable>(_ value: Case?, of path: KeyPath<Item, Case?>)
  where Case.RawValue: FieldValue {
    toggle((value?.rawValue).fieldValue, of: picker.name(of: path))
  }

  /// Returns the parts of a text of a property that the search matches.
  ///
  ///     let parts = contactsModel.highlights(in: ann.name, of: \.name)
  ///
  /// - Precondition: The picker has a field for the key path.
  /// - Complexity: O(search + text)
  public func highlights(
    in text: String, of path: PartialKeyPath<Item>
  ) -> [Range<String.Index>] {
    highlights(in: text, of: picker.name(of: path))
  }
}

extension [FacetReport] {
  /// Returns the report of an attribute; nil if there is none.
  func first(of attribute: String) -> FacetReport? {
    let name = Attribute(attribute)
    return first { Attribute($0.attribute) == name }
  }
}

extension [NumberReport] {
  /// Returns the report of an attribute; nil if there is none.
  func first(of attribute: String) -> NumberReport? {
    let name = Attribute(attribute)
    return first { Attribute($0.attribute) == name }
  }
}
