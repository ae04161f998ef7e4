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
  /// - Throws: `InvalidRequestError` for an attribute that is neither a number nor a date, for ends
  ///   of a different type, and for what ``NumberRange`` refuses;
  ///   `FilterGroups.OperatorMismatchError`. Nothing is connected then.
  /// - Complexity: The cost of a change of the query, and of the bounds as in `rangeState(_:)`
  package mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)? = nil
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    let former = ranges
    do {
      let handle = try ranges.connect(control, to: query, table.schema)
      return (handle, try choose(range, with: handle))
    } catch {
      ranges = former
      throw error
    }
  }

  /// Chooses the values from `lower` to `upper`, or none for nil, and replaces the filter of the
  /// range.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected; what `choose` of
  ///   ``NumberRange`` throws; `FilterGroups.OperatorMismatchError` if the group exists with the
  ///   other operator. The range is then unchanged.
  /// - Complexity: The cost of a change of the query, and of the bounds as in `rangeState(_:)`
  package mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle
  ) throws -> RangeOutcome {
    let connected = ranges
    let (changed, query) = try connected.choosing(range, with: handle, in: query, table.schema) {
      try bounds(of: $0)
    }
    let outcome = try setQuery(query)
    let newBounds = try bounds(of: changed)
    return RangeOutcome(outcome: outcome, state: ranges.replace(with: changed, within: newBounds))
  }

  /// Returns the state that the control of a range shows now.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  /// - Complexity: O(1) if the control gives the bounds. Otherwise O(rows) the first time and after
  ///   a change of the query, and usually O(rows that commits touched)
  package mutating func rangeState(
    _ handle: RangeHandle
  ) throws -> NumberRangeState<Quantity> {
    let range = try ranges[handle]
    return range.range.state(within: try bounds(of: range))
  }

  /// Disconnects a range and removes its filter.
  ///
  /// - Throws: `InvalidRequestError` for a range that is not connected.
  /// - Complexity: The cost of a change of the query
  package mutating func disconnect(_ handle: RangeHandle) throws -> QueryOutcome<RowID> {
    let outcome = try choose(nil, with: handle).outcome
    ranges.remove(handle)
    return outcome
  }

  /// Returns the ranges whose state changed since it was last reported, and marks these states as
  /// reported.
  ///
  /// - Complexity: O(1) if the revision has not changed since the last call. Otherwise, for each
  ///   connected range, O(rows) the first time and after a change of the query, and usually O(rows
  ///   that commits touched); more if a row lost the minimum or maximum
  package mutating func drainRangeUpdates() throws -> [RangeUpdate] {
    var ranges = ranges
    let updates = try ranges.drainUpdates(at: revision) { try bounds(of: $0) }
    self.ranges = ranges
    return updates
  }

  private mutating func bounds(of range: ConnectedRange) throws -> ClosedRange<Quantity>? {
    if let given = range.range.givenBounds { return given }
    let member = range.member.map { [$0] } ?? []
    return range.range.bounds(over: try extent(of: range.attribute, without: member))
  }
}
