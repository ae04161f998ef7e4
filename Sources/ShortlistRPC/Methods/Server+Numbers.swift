import Shortlist
import ShortlistJSON
import Synchronization

extension Server {
  /// Answers `number.connect`.
  func connectNumber(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let attribute = try params.required("attribute", .text)
    let bounds = try params.optional("bounds", .ends)
    let range = try params.optional("range", .ends)
    let combination: RefinementOperator = try params.optional("operator", .choice) ?? .and
    let group = try params.optional("group", .text)
    let step = try params.optional("step", .step)

    let list = try await findCurrent(target)
    try await list.schema.requireNumber(attribute)
    let control = RangeControl(
      attribute, group: group, operator: combination, bounds: bounds, step: step)
    guard state.withLock({ $0.numbers.count }) < limits.ranges else {
      throw RPCError.limit("at most \(limits.ranges) ranges can be connected", limits.ranges)
    }
    let (handle, outcome) = try await list.connect(
      control, range: range.map(\.ends), ifRevision: target.ifRevision)
    let number = params.newHandle
    if case .string(let list) = target.handle {
      state.withLock { $0.connect(ConnectedNumber(list: list, range: handle), as: number) }
    }
    return outcome.json([
      ("number", .string(number)), ("revision", .integer(outcome.outcome.revision)),
    ])
  }

  /// Answers `number.set`.
  func setNumber(_ params: inout Params) async throws -> JSON {
    let target = try params.numberTarget()
    let range = try params.required("range", .orNull(.ends))

    let (list, handle) = try findNumber(target)
    let outcome = try await list.choose(
      range.map(\.ends), with: handle, ifRevision: target.ifRevision)
    return outcome.json([
      ("revision", .integer(outcome.outcome.revision)),
      ("total", .integer(outcome.outcome.total)),
    ])
  }

  /// Answers `number.get`.
  func number(_ params: inout Params) async throws -> JSON {
    let target = try params.numberTarget()

    let (list, handle) = try findNumber(target)
    let state = try await list.rangeState(handle, ifRevision: target.ifRevision)
    let revision = await list.revision
    return .object(JSONObject([("revision", .integer(revision))] + state.members))
  }

  /// Answers `number.disconnect`.
  func disconnectNumber(_ params: inout Params) async throws -> JSON {
    let target = try params.numberTarget()

    let (list, handle) = try findNumber(target)
    let outcome = try await list.disconnect(handle, ifRevision: target.ifRevision)
    if case .string(let number) = target.handle {
      state.withLock { $0.disconnect(number) }
    }
    return outcome.filterJSON
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
  fileprivate func json(_ members: [(String, JSON)]) -> JSON {
    .object(JSONObject(members + state.members + [("changes", outcome.changes.json)]))
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
