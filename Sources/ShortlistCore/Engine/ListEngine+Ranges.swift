extension ListEngine {
  /// Connects a control that chooses a range of a number or date.
  ///
  /// What it chooses becomes a filter of its group; its bounds follow the rows that match everything
  /// else, unless they are given.
  ///
  /// - Parameters:
  ///   - control: The control.
  ///   - range: What is chosen from the beginning, nil for nothing.
  /// - Returns: What names the range from now on, and what connecting did.
  /// - Throws: `InvalidRequest` for an attribute that is neither a number nor a date, for ends that
  ///   do not fit it, and what ``NumberRange`` refuses; `FilterGroups.OperatorMismatch`. Nothing is
  ///   connected then.
  public mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)? = nil
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    let type = try rangeType(of: control.attribute)
    for end in [control.bounds?.lowerBound, control.bounds?.upperBound] {
      if let end { try check(end, type, control.attribute) }
    }
    if let group = query.groups[control.group], group.operator != control.operator {
      throw FilterGroups.OperatorMismatch(group: group.name, operator: group.operator)
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

  /// Chooses the values from `lower` to `upper`, or with nil nothing, and with this replaces the
  /// filter of the range.
  ///
  /// - Throws: `InvalidRequest` for a range that is not connected, and what `choose` of
  ///   ``NumberRange`` throws; `FilterGroups.OperatorMismatch` if there is a group with the other
  ///   operator. The range then stays as it was.
  public mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle
  ) throws -> RangeOutcome {
    let index = try index(of: handle)
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
    // A day and its midnight are the same quantity, and not the same upper end.
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

  /// What the control of a range shows now.
  ///
  /// - Throws: `InvalidRequest` for a range that is not connected.
  public mutating func rangeState(
    _ handle: RangeHandle
  ) throws -> NumberRangeState<Quantity> {
    let range = ranges[try index(of: handle)]
    return range.range.state(within: try bounds(of: range))
  }

  /// Takes the filter of a range out, and forgets the range.
  ///
  /// - Throws: `InvalidRequest` for a range that is not connected.
  public mutating func disconnect(_ handle: RangeHandle) throws -> QueryOutcome {
    let outcome = try choose(nil, with: handle).outcome
    ranges.remove(at: try index(of: handle))
    return outcome
  }

  /// The ranges whose control shows something else than it was told last, which it counts as told
  /// with this.
  ///
  /// - Complexity: O(1) at the revision of the last call. Else for each connected range O(rows) the
  ///   first time and after a change of the query, and O(rows that commits have touched) mostly: more
  ///   where a row lost the least or greatest value
  public mutating func drainRangeUpdates() throws -> [RangeUpdate] {
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

  /// Forgets what was chosen with ranges whose filter is not there any more.
  mutating func resetRangesTakenOut() {
    for index in ranges.indices {
      guard let member = ranges[index].member else { continue }
      if !query.groups.contains(member.filter, in: member.group) { ranges[index].range.reset() }
    }
  }

  private func index(of handle: RangeHandle) throws(InvalidRequest) -> Int {
    guard let index = ranges.firstIndex(where: { $0.handle == handle }) else {
      throw InvalidRequest("number: there is no connected range \(handle.number)")
    }
    return index
  }

  private mutating func bounds(of range: ConnectedRange) throws -> ClosedRange<Quantity>? {
    if let given = range.range.givenBounds { return given }
    let member = range.member.map { [$0] } ?? []
    return range.range.bounds(over: try extent(of: range.attribute, without: member))
  }

  private func rangeType(of attribute: String) throws(InvalidRequest) -> AttributeType {
    guard let type = table.schema.type(of: attribute) else {
      throw InvalidRequest("attribute: there is no attribute \(attribute)")
    }
    guard type.isOrdered else {
      throw InvalidRequest("attribute: \(attribute) is neither a number nor a date")
    }
    return type
  }

  private func check(
    _ end: Quantity, _ type: AttributeType, _ attribute: String
  ) throws(InvalidRequest) {
    let isDate = if case .date = end { true } else { false }
    if isDate != (type == .date) {
      throw InvalidRequest("range: \(end.value.text) is no \(type.rawValue) as \(attribute) has")
    }
  }
}
