extension ListEngine {
  /// Connects a control that chooses a range of a number or date.
  ///
  /// The chosen range becomes a filter of the control's group. Unless the control gives bounds,
  /// they follow the rows that match everything else.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - range: The initially chosen range; nil for none.
  /// - Returns: The handle of the range, and the outcome of connecting it.
  /// - Throws: `InvalidRequestError` for an attribute that is neither a number nor a date, for ends of
  ///   a different type, and for what ``NumberRange`` refuses; `FilterGroups.OperatorMismatchError`.
  ///   Nothing is connected then.
  package mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)? = nil
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    let type = try rangeType(of: control.attribute)
    for end in [control.bounds?.lowerBound, control.bounds?.upperBound] {
      if let end { try check(end, type, control.attribute) }
    }
    if let group = query.groups[control.group], group.operator != control.operator {
      throw FilterGroups.OperatorMismatchError(group: group.name, operator: group.operator)
    }
    let handle = RangeHandle(number: rangesConnected + 1)
    ranges.append(try ConnectedRange(control, handle: handle))
    do {
      let outcome = try choose(range, with: handle)
      rangesConnected += 1
      return (handle, outcome)
    } catch {
      ranges.removeLast()
      throw error
    }
  }

  /// Chooses the values from `lower` to `upper`, or none for nil, and replaces the filter of the
  /// range.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected; what `choose` of
  ///   ``NumberRange`` throws; `FilterGroups.OperatorMismatchError` if the group exists with the other
  ///   operator. The range is then unchanged.
  package mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle
  ) throws -> RangeOutcome {
    let index = try ranges.index(of: handle)
    var changed = ranges[index]
    if let range {
      let type = try rangeType(of: changed.attribute)
      try check(range.lower, type, changed.attribute)
      try check(range.upper, type, changed.attribute)
      try changed.range.choose(range.lower, range.upper, within: try bounds(of: changed))
    } else {
      changed.range.reset()
    }
    var query = query
    // A day and its midnight are equal quantities but different upper ends.
    if changed.member != ranges[index].member {
      try query.groups.replace(
        ranges[index].member?.filter, with: changed.member?.filter, in: changed.group,
        changed.operator)
    }
    let outcome = try setQuery(query)
    changed.told = changed.range.state(within: try bounds(of: changed))
    ranges[index] = changed
    return RangeOutcome(outcome: outcome, state: changed.told)
  }

  /// Returns the state that the control of a range shows now.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  package mutating func rangeState(
    _ handle: RangeHandle
  ) throws -> NumberRangeState<Quantity> {
    let range = ranges[try ranges.index(of: handle)]
    return range.range.state(within: try bounds(of: range))
  }

  /// Disconnects a range and removes its filter.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  package mutating func disconnect(_ handle: RangeHandle) throws -> QueryOutcome {
    let outcome = try choose(nil, with: handle).outcome
    ranges.remove(at: try ranges.index(of: handle))
    return outcome
  }

  /// Returns the ranges whose state changed since it was last reported, and marks these states as
  /// reported.
  ///
  /// - Complexity: O(1) if the revision has not changed since the last call. Otherwise, for each
  ///   connected range, O(rows) the first time and after a change of the query, and usually O(rows
  ///   that commits touched); more if a row lost the minimum or maximum
  package mutating func drainRangeUpdates() throws -> [RangeUpdate] {
    if revision == rangesRevision { return [] }
    var news: [RangeUpdate] = []
    for index in ranges.indices {
      let state = ranges[index].range.state(within: try bounds(of: ranges[index]))
      if state == ranges[index].told { continue }
      ranges[index].told = state
      news.append(RangeUpdate(handle: ranges[index].handle, state: state))
    }
    rangesRevision = revision
    return news
  }

  private mutating func bounds(of range: ConnectedRange) throws -> ClosedRange<Quantity>? {
    if let given = range.range.givenBounds { return given }
    let member = range.member.map { [$0] } ?? []
    return range.range.bounds(over: try extent(of: range.attribute, without: member))
  }

  func rangeType(of attribute: String) throws(InvalidRequestError) -> AttributeType {
    guard let type = table.schema.type(of: attribute) else {
      throw InvalidRequestError("attribute: there is no attribute \(attribute)")
    }
    guard type.isOrdered else {
      throw InvalidRequestError("attribute: \(attribute) is neither a number nor a date")
    }
    return type
  }

  func check(
    _ end: Quantity, _ type: AttributeType, _ attribute: String
  ) throws(InvalidRequestError) {
    let isDate = if case .date = end { true } else { false }
    if isDate != (type == .date) {
      throw InvalidRequestError(
        "range: \(end.value.text) is no \(type.rawValue) as \(attribute) has")
    }
  }
}
