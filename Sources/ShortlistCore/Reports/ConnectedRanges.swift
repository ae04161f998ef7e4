/// The ranges that are connected to a list, in the order of connection.
///
/// It decides what a choice does to the query. The list carries that out, and knows the bounds of
/// the rows.
struct ConnectedRanges: Sendable {
  private var ranges: [ConnectedRange] = []
  /// The number of ranges ever connected.
  private var count = 0
  /// The revision at which the states of all ranges were last reported.
  private var reportedRevision = 0

  /// Connects a range in which nothing is chosen.
  ///
  /// - Returns: The handle of the range.
  /// - Throws: `InvalidRequestError` for an attribute that is neither a number nor a date, and for
  ///   bounds of another type; `FilterGroups.OperatorMismatchError`.
  mutating func connect(
    _ control: RangeControl, to query: ListQuery, _ schema: ListSchema
  ) throws -> RangeHandle {
    let bounds = control.bounds
    try schema.check([bounds?.lowerBound, bounds?.upperBound], for: control.attribute)
    if let group = query.groups[control.group], group.operator != control.operator {
      throw FilterGroups.OperatorMismatchError(group: group.name, operator: group.operator)
    }
    let handle = RangeHandle(number: count + 1)
    ranges.append(try ConnectedRange(control, handle: handle))
    count += 1
    return handle
  }

  /// Returns a range after a choice, and the query with its filter.
  ///
  /// - Parameters:
  ///   - choice: The chosen values; nil for none.
  ///   - handle: The handle of the range.
  ///   - query: The current query.
  ///   - schema: The attributes.
  ///   - bounds: Returns the bounds of a range.
  /// - Returns: The range and the query.
  /// - Throws: `InvalidRequestError` for a range that is not connected, and for ends of another
  ///   type; what `choose` of ``NumberRange`` throws; `FilterGroups.OperatorMismatchError`.
  func choosing(
    _ choice: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle, in query: ListQuery,
    _ schema: ListSchema, bounds: (ConnectedRange) throws -> ClosedRange<Quantity>?
  ) throws -> (range: ConnectedRange, query: ListQuery) {
    let former = try self[handle]
    var (range, query) = (former, query)
    if let choice {
      try schema.check([choice.lower, choice.upper], for: range.attribute)
      try range.range.choose(choice.lower, choice.upper, within: try bounds(range))
    } else {
      range.range.reset()
    }
    // A day and its midnight are equal quantities but different upper ends.
    if range.member != former.member {
      try query.groups.replace(
        former.member?.filter, with: range.member?.filter, in: range.group, range.operator)
    }
    return (range, query)
  }

  /// Replaces a range by what it is after a choice, and returns the state to report.
  mutating func replace(
    with range: ConnectedRange, within bounds: ClosedRange<Quantity>?
  ) -> NumberRangeState<Quantity> {
    var range = range
    range.reported = range.range.state(within: bounds)
    for index in ranges.indices where ranges[index].handle == range.handle { ranges[index] = range }
    return range.reported
  }

  /// Removes a range.
  mutating func remove(_ handle: RangeHandle) { ranges.removeAll { $0.handle == handle } }

  /// Removes the ranges whose attribute is gone, or is neither a number nor a date any more.
  mutating func remove(notFitting schema: ListSchema) {
    ranges.removeAll { schema.type(of: $0.attribute)?.isOrdered != true }
  }

  /// Whether the states may differ from those last reported.
  func hasUpdates(at revision: Int) -> Bool { revision != reportedRevision && !ranges.isEmpty }

  /// Returns the ranges whose state differs from the one last reported, and marks these states as
  /// reported.
  mutating func drainUpdates(
    at revision: Int, bounds: (ConnectedRange) throws -> ClosedRange<Quantity>?
  ) throws -> [RangeUpdate] {
    if revision == reportedRevision { return [] }
    var updates: [RangeUpdate] = []
    for index in ranges.indices {
      let state = ranges[index].range.state(within: try bounds(ranges[index]))
      if state == ranges[index].reported { continue }
      ranges[index].reported = state
      updates.append(RangeUpdate(handle: ranges[index].handle, state: state))
    }
    reportedRevision = revision
    return updates
  }

  /// Resets ranges whose filter is no longer in the query.
  mutating func reset(notIn query: ListQuery) {
    for index in ranges.indices {
      guard let member = ranges[index].member else { continue }
      if !query.groups.contains(member.filter, in: member.group) { ranges[index].range.reset() }
    }
  }

  /// The filters of the ranges of an attribute.
  func members(on attribute: String) -> [FilterGroups.Member] {
    ranges.filter { BinaryString($0.attribute) == BinaryString(attribute) }.compactMap(\.member)
  }

  /// The range with a handle.
  ///
  /// - Throws: `InvalidRequestError` if there is none.
  subscript(handle: RangeHandle) -> ConnectedRange {
    get throws(InvalidRequestError) {
      guard let range = ranges.first(where: { $0.handle == handle }) else {
        throw InvalidRequestError("number: there is no connected range \(handle.number)")
      }
      return range
    }
  }
}

extension ListSchema {
  /// Checks that an attribute is a number or a date, and that the ends of a range are of its type.
  fileprivate func check(
    _ ends: [Quantity?], for attribute: String
  ) throws(InvalidRequestError) {
    guard let type = type(of: attribute) else {
      throw InvalidRequestError("attribute: there is no attribute \(attribute)")
    }
    guard type.isOrdered else {
      throw InvalidRequestError("attribute: \(attribute) is neither a number nor a date")
    }
    for case let end? in ends {
      let isDate = if case .date = end { true } else { false }
      if isDate != (type == .date) {
        throw InvalidRequestError(
          "range: \(end.value.text) is no \(type.rawValue) as \(attribute) has")
      }
    }
  }
}
