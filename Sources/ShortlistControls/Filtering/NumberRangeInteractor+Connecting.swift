public import Shortlist
public import ShortlistCore

extension NumberRangeInteractor {
  // MARK: Filter state

  /// Stores the choice as a filter of a filter state, and adopts ranges that others put there.
  ///
  /// If the group already has a range of the attribute, the interactor adopts it; otherwise it adds
  /// its previous choice. It leaves other filters of the attribute alone. If others remove the
  /// range, the choice is cleared. An interactor has one filter state; connecting another replaces
  /// it.
  ///
  /// If the group exists with the other operator, that is reported as an error, and the previous
  /// choice is dropped.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - attribute: The attribute whose range is chosen.
  ///   - operator: The operator of the group.
  ///   - groupName: The group of the filter; the attribute's name if nil.
  /// - Returns: The connection. Disconnecting removes the filter and clears the choice.
  /// - Complexity: O(filters), besides what views and observers do
  @discardableResult
  public func connectFilterState(
    _ filterState: FilterState, attribute: Attribute, operator: RefinementOperator = .and,
    groupName: String? = nil
  ) -> Connection {
    if let filterLink { disconnect(filterLink, choosing: range.choice) }
    let observation = filterState.onChange(self) { interactor, _ in interactor.readState() }
    filterLink = RangeFilterLink(
      filterState: filterState, attribute: attribute, group: groupName ?? attribute.rawValue,
      operator: `operator`, observation: observation)
    if let present = presentRange() {
      choose(present)
    } else {
      put(range.filter(on: attribute.rawValue))
    }
    return Connection { [weak self] in
      guard let self, let link = filterLink, link.observation === observation else { return }
      disconnect(link, choosing: nil)
    }
  }

  /// Adds the choice made before connecting to the filter state.
  private func put(_ filter: Filter?) {
    guard let link = filterLink else { return }
    var groups = link.filterState.groups
    do {
      // Adding nothing checks the operator, too.
      try groups.add(filter.map { [$0] } ?? [], to: link.group, link.operator)
      filterLink?.own = filter
      link.filterState.groups = groups
    } catch {
      range.reset()
      update()
      report(error)
    }
  }

  private func disconnect(_ link: RangeFilterLink, choosing choice: NumberRange<Number>.Choice?) {
    link.observation?.disconnect()
    filterLink = nil
    range.choice = choice
    var groups = link.filterState.groups
    // Removing a filter never fails.
    try? groups.replace(link.own, with: nil, in: link.group, link.operator)
    link.filterState.groups = groups
    update()
  }

  /// The first filter of the group that is a range of the attribute, with the choice it represents.
  private func presentRange() -> (filter: Filter, choice: NumberRange<Number>.Choice)? {
    guard let link = filterLink, let group = link.filterState.groups[link.group],
      group.operator == link.operator
    else { return nil }
    for filter in group.filters {
      if let choice = NumberRange<Number>.Choice(filter, on: link.attribute.rawValue) {
        return (filter, choice)
      }
    }
    return nil
  }

  /// Adopts what others have put into the filter state.
  private func readState() {
    guard let link = filterLink else { return }
    if let own = link.own, link.filterState.contains(own, in: link.group) { return }
    if let present = presentRange() {
      choose(present)
    } else if link.own != nil {
      filterLink?.own = nil
      range.reset()
      update()
    }
  }

  private func choose(_ present: (filter: Filter, choice: NumberRange<Number>.Choice)) {
    do {
      try range.adopt(present.choice)
      filterLink?.own = present.filter
      update()
    } catch {
      report(error)
    }
  }

  // MARK: Searcher

  /// Follows the bounds of an attribute among the rows that match all filters but the chosen range.
  ///
  /// Explicit bounds stay in effect. Bounds that `Number` cannot represent, and an attribute that
  /// does not exist or is neither a number nor a date, are reported as errors. An interactor has
  /// one searcher; connecting another replaces it.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - attribute: The attribute.
  /// - Returns: The connection. After disconnecting, there are no bounds but explicit ones.
  @discardableResult
  public func connectSearcher(_ searcher: some Searcher, attribute: Attribute) -> Connection {
    disconnectSearcher()
    let measuring = searcher.measure(
      { [weak self] in self?.request(attribute) },
      { [weak self] measures in self?.receive(measures, of: attribute) })
    searcherLink = SearcherLink(searcher: searcher, measuring: measuring)
    return Connection { [weak self] in
      if self?.searcherLink?.measuring === measuring { self?.disconnectSearcher() }
    }
  }

  private func disconnectSearcher() {
    guard let link = searcherLink else { return }
    searcherLink = nil
    link.measuring.disconnect()
    report = nil
    measured = nil
    update()
  }

  private func request(_ attribute: Attribute) -> MeasureRequest {
    if range.givenBounds != nil && buckets == nil { return MeasureRequest() }
    return MeasureRequest(numbers: [
      NumberRequest(
        attribute.rawValue, buckets: buckets, without: filterLink?.members ?? [])
    ])
  }

  private func receive(_ measures: Result<Measures, any Error>, of attribute: Attribute) {
    do {
      guard let report = try measures.get().numbers.first else { return }
      let bounds = try report.range.map { try $0.bounds(of: attribute, as: Number.self) }
      self.report = report
      measured = bounds
      update()
    } catch {
      self.report(error)
    }
  }

  // MARK: Controllers

  /// Connects a view that shows the range and can choose it.
  ///
  /// The view immediately receives the current state. An interactor can have several views; it does
  /// not retain them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: The connection. After disconnecting, neither side notifies the other.
  @discardableResult
  public func connectController(
    _ controller: some NumberRangeController<Number>
  ) -> Connection {
    let view = RangeView(controller) { [weak self] in
      self.flatMap { $0.range.handles(within: $0.state.bounds) }
    } choose: { [weak self] view, item in
      self?.choose(item, with: view)
    }
    views.append(view)
    view.show(state)
    return Connection { [weak self, weak view] in
      view?.disconnect()
      self?.views.removeAll { $0 === view }
    }
  }

  private func choose(_ item: ClosedRange<Number>, with view: RangeView<Number>) {
    do {
      try choose(from: item.lowerBound, to: item.upperBound)
    } catch {
      view.showAgain()
      report(error)
    }
  }
}

extension ClosedRange<Quantity> {
  /// Returns the range in a number type, with the ends rounded outwards.
  ///
  /// - Throws: `InvalidRequestError` if the type cannot represent it.
  fileprivate func bounds<Number: RangeNumber>(
    of attribute: Attribute, as type: Number.Type
  ) throws(InvalidRequestError) -> ClosedRange<Number> {
    guard let lower = Number(lowerBound, as: .lower), let upper = Number(upperBound, as: .upper),
      lower <= upper
    else {
      throw InvalidRequestError(
        "numbers: \(type) cannot hold the bounds \(lowerBound.value.text) to "
          + "\(upperBound.value.text) of \(attribute)")
    }
    return lower...upper
  }
}
