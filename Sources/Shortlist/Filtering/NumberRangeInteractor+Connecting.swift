extension NumberRangeInteractor {
  // MARK: Filter state

  /// Keeps what is chosen as a filter of a filter state, and chooses what others put there.
  ///
  /// If the group has a range of the attribute already, that is chosen; else what was chosen before is
  /// put there. Other filters of the attribute are left alone. A range that is taken out by others is
  /// not chosen any more. An interactor has one filter state; another takes the place of the one
  /// before.
  ///
  /// A group that is there with the other operator is told as an error, and what was chosen before is
  /// given up.
  ///
  /// - Parameters:
  ///   - filterState: The filter state.
  ///   - attribute: The attribute of which a range is chosen.
  ///   - operator: The operator of the group.
  ///   - groupName: The group of the filter; the attribute's name if nil.
  /// - Returns: What ends it: the filter is taken out, and nothing is chosen any more.
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

  /// Puts what was chosen before it was connected into the filter state.
  private func put(_ filter: Filter?) {
    guard let link = filterLink else { return }
    var groups = link.filterState.groups
    do {
      // Adding nothing tells of the other operator too.
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
    // Taking a filter out is never refused.
    try? groups.replace(link.own, with: nil, in: link.group, link.operator)
    link.filterState.groups = groups
    update()
  }

  /// The first filter of the group that is a range of the attribute, and what it chooses.
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

  /// Chooses what others have put into the filter state.
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

  /// Follows the bounds of an attribute among the rows that match everything but what is chosen.
  ///
  /// Given bounds stay. Bounds that `Number` cannot hold, and an attribute that is not there or is
  /// neither a number nor a date, are told as an error. An interactor has one searcher; another takes
  /// the place of the one before.
  ///
  /// - Parameters:
  ///   - searcher: The searcher.
  ///   - attribute: The attribute.
  /// - Returns: What ends it: there are no bounds any more but given ones.
  @discardableResult
  public func connectSearcher(_ searcher: some Searcher, attribute: Attribute) -> Connection {
    disconnectSearcher()
    let measuring = searcher.measure(
      { [weak self] in self?.request(attribute) },
      { [weak self] measures in self?.take(measures, of: attribute) })
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

  private func take(_ measures: Result<Measures, any Error>, of attribute: Attribute) {
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

  /// Lets a view show the range, and choose it.
  ///
  /// The view is shown what there is now. An interactor can have several views; it does not hold
  /// them.
  ///
  /// - Parameter controller: The view.
  /// - Returns: What ends it: the view is told nothing any more, and nothing that it tells is heard.
  @discardableResult
  public func connectController(
    _ controller: some NumberRangeController<Number>
  ) -> Connection {
    let view = RangeView(controller) { [weak self] view, item in self?.choose(item, with: view) }
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
  /// The range in a number type, at or outwards of the ends.
  ///
  /// - Throws: `InvalidRequest` if the type cannot hold it.
  fileprivate func bounds<Number: RangeNumber>(
    of attribute: Attribute, as type: Number.Type
  ) throws(InvalidRequest) -> ClosedRange<Number> {
    guard let lower = Number(lowerBound, as: .lower), let upper = Number(upperBound, as: .upper),
      lower <= upper
    else {
      throw InvalidRequest(
        "numbers: \(type) cannot hold the bounds \(lowerBound.value.text) to "
          + "\(upperBound.value.text) of \(attribute)")
    }
    return lower...upper
  }
}
