import Shortlist
import ShortlistJSON
import Synchronization

extension Method {
  /// The methods for connected ranges of numbers.
  static let numbers = [
    connectNumber,

    Method("number.set", .view, of: .number, .required("range", .orNull(.ends))) {
      server, target, range in
      let outcome = try await target.list.choose(
        range.map(\.ends), with: try server.range(of: target), ifRevision: target.ifRevision)
      return outcome.answer([
        ("revision", .integer(outcome.outcome.revision)),
        ("total", .integer(outcome.outcome.total)),
      ])
    },

    Method("number.get", .read, of: .number) { server, target in
      let range = try server.range(of: target)
      let state = try await target.list.rangeState(range, ifRevision: target.ifRevision)
      return Answer(revision: await target.list.revision, state.members)
    },

    Method("number.disconnect", .view, of: .number) { server, target in
      let outcome = try await target.list.disconnect(
        try server.range(of: target), ifRevision: target.ifRevision)
      server.state.withLock { $0.disconnect(target.handle) }
      return outcome.filterAnswer
    },
  ]

  static let connectNumber = Method(
    "number.connect", .view, .newHandle, .required("attribute", .text), .optional("bounds", .ends),
    .optional("range", .ends), .optional("operator", .choice, default: RefinementOperator.and),
    .optional("group", .text), .optional("step", .step)
  ) { server, target, number, attribute, bounds, range, combination, group, step in
    try await target.requireRevision()
    try await target.list.schema.requireNumber(attribute)
    let control = RangeControl(
      attribute, group: group, operator: combination, bounds: bounds, step: step)
    let limit = server.limits.ranges
    guard server.state.withLock({ $0.numbers.count }) < limit else {
      throw RPCError.limit("at most \(limit) ranges can be connected", limit)
    }
    let (handle, outcome) = try await target.list.connect(
      control, range: range.map(\.ends), ifRevision: target.ifRevision)
    server.state.withLock {
      $0.connect(ConnectedNumber(list: target.handle, range: handle), as: number)
    }
    return outcome.answer([
      ("number", .string(number)), ("revision", .integer(outcome.outcome.revision)),
    ])
  }
}

extension Server {
  /// Returns the connected range that a request addresses.
  fileprivate func range(of target: Target) throws(RPCError) -> RangeHandle {
    guard let number = state.withLock({ $0.numbers[target.handle] }) else {
      throw .noSuchList(.string(target.handle))
    }
    return number.range
  }
}

extension ClosedRange {
  fileprivate var ends: (lower: Bound, upper: Bound) { (lowerBound, upperBound) }
}

extension ClosedRange<Quantity> {
  fileprivate var json: JSON { [lowerBound.value.json, upperBound.value.json] }
}

extension RangeOutcome {
  /// The answer: the given members, the state of the range, and the changes.
  fileprivate func answer(_ members: [(String, JSON)]) -> Answer {
    let members = members + state.members + [("changes", outcome.changes.json)]
    return Answer(.object(JSONObject(members)), revision: outcome.revision)
  }
}

extension NumberRangeState<Quantity> {
  fileprivate var members: [(String, JSON)] {
    [
      ("bounds", bounds?.json ?? .null), ("range", range?.json ?? .null),
      ("conflict", .boolean(isConflict)),
    ]
  }

  /// Returns the notification that the state of a range changed.
  func notification(of number: String) -> JSON {
    [
      "jsonrpc": "2.0", "method": "number.changed",
      "params": .object(JSONObject([("number", .string(number))] + members)),
    ]
  }
}
