extension RemoteEngine {
  /// Connects a control that chooses a range of a number or date.
  package mutating func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)?, from server: some RowServer
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    var changed = self
    let handle = try changed.ranges.connect(control, to: query, schema)
    let outcome = try changed.choose(range, with: handle, from: server)
    self = changed
    return (handle, outcome)
  }

  /// Chooses a range with a connected control; nil removes the range.
  package mutating func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle,
    from server: some RowServer
  ) throws -> RangeOutcome {
    var list = self
    let (changed, query) = try ranges.choosing(range, with: handle, in: query, schema) {
      try bounds(of: $0, from: server)
    }
    let outcome = try list.setQuery(query, from: server)
    let newBounds = try list.bounds(of: changed, from: server)
    let state = list.ranges.replace(with: changed, within: newBounds)
    self = list
    return RangeOutcome(outcome: outcome, state: state)
  }

  /// Returns the state that the control of a range shows now.
  package func rangeState(
    _ handle: RangeHandle, from server: some RowServer
  ) throws -> NumberRangeState<Quantity> {
    let range = try ranges[handle]
    return range.range.state(within: try bounds(of: range, from: server))
  }

  /// Disconnects a range and removes its filter.
  package mutating func disconnect(
    _ handle: RangeHandle, from server: some RowServer
  ) throws -> QueryOutcome<RowID> {
    let outcome = try choose(nil, with: handle, from: server).outcome
    ranges.remove(handle)
    return outcome
  }

  /// Whether the states of ranges may differ from those last reported.
  package var hasRangeUpdates: Bool { ranges.hasUpdates(at: revision) }

  /// Returns the ranges whose state changed since it was last reported.
  package mutating func drainRangeUpdates(from server: some RowServer) throws -> [RangeUpdate] {
    var ranges = ranges
    let updates = try ranges.drainUpdates(at: revision) { try bounds(of: $0, from: server) }
    self.ranges = ranges
    return updates
  }

  private func bounds(
    of range: ConnectedRange, from server: some RowServer
  ) throws -> ClosedRange<Quantity>? {
    if let given = range.range.givenBounds { return given }
    guard let column = schema.index(of: range.attribute) else { return nil }
    let member = range.member
    let parts = held.filters.parts { $0 == member }
    let extent = try server.extent(of: column, condition(parts))
    return range.range.bounds(over: extent.range)
  }
}
