extension LiveList {
  /// Counts the values of attributes, and measures numbers and dates, among the matching rows.
  ///
  ///     let measures = try await list.measure(
  ///       MeasureRequest(facets: [FacetRequest("kind")], numbers: [NumberRequest("price")]))
  ///
  /// Cancelling the calling task stops the measurement.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for an attribute that does not exist or is not
  ///   numeric; `CancellationError`.
  package func measure(
    _ request: MeasureRequest, ifRevision: Int? = nil
  ) async throws -> Measures {
    try beginRequest(ifRevision: ifRevision)
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      try engine.measure(request) { flag.isSet }
    } onCancel: {
      flag.set()
    }
  }

  // MARK: Ranges

  /// Connects a control that chooses a range of a number or date, optionally with an initial
  /// `range`.
  ///
  /// Fails while rows are being read, because the bounds are not known yet.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for an attribute that is neither a number nor a
  ///   date, and for ends that are inverted, not finite or outside of the bounds;
  ///   `FilterGroups.OperatorMismatch`. Nothing is connected then.
  package func connect(
    _ control: RangeControl, range: (lower: Quantity, upper: Quantity)? = nil,
    ifRevision: Int? = nil
  ) throws -> (handle: RangeHandle, outcome: RangeOutcome) {
    try beginRequest(ifRevision: ifRevision)
    if case .reading = loading { throw InvalidRequest("attribute: the rows are still being read") }
    let connected = try engine.connect(control, range: range)
    copyRangeFilters(connected.outcome.outcome)
    return connected
  }

  /// Chooses a range with a connected control; nil removes the range.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for ends that are inverted, not finite or outside
  ///   of the bounds; `FilterGroups.OperatorMismatch`. The range then stays unchanged.
  package func choose(
    _ range: (lower: Quantity, upper: Quantity)?, with handle: RangeHandle,
    ifRevision: Int? = nil
  ) throws -> RangeOutcome {
    try beginRequest(ifRevision: ifRevision)
    let outcome = try engine.choose(range, with: handle)
    copyRangeFilters(outcome.outcome)
    return outcome
  }

  /// Returns what the control of a range shows.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for a range that is not connected.
  package func rangeState(
    _ handle: RangeHandle, ifRevision: Int? = nil
  ) throws -> NumberRangeState<Quantity> {
    try beginRequest(ifRevision: ifRevision)
    return try engine.rangeState(handle)
  }

  /// Disconnects a range and removes its filter.
  ///
  /// - Throws: `StaleRevision`; `InvalidRequest` for a range that is not connected.
  package func disconnect(_ handle: RangeHandle, ifRevision: Int? = nil) throws -> QueryOutcome {
    try beginRequest(ifRevision: ifRevision)
    let outcome = try engine.disconnect(handle)
    copyRangeFilters(outcome)
    return outcome
  }

  /// Returns the ranges whose control state differs from the one last reported.
  package func drainRangeUpdates() throws -> [RangeUpdate] { try engine.drainRangeUpdates() }

  /// Copies the filters that ranges have set into the requested query.
  private func copyRangeFilters(_ outcome: QueryOutcome) {
    wanted.groups = engine.query.groups
    publish(outcome.pending)
  }
}
