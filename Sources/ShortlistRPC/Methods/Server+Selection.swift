import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `selection.rules`.
  func selectionRules(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let rules = try params.required("rules", .array(of: .rule))
    let mode = try params.optional("mode", .choice) ?? SelectionMode.multiple
    try params.end()

    return try await find(target).setSelectionFilters(
      rules, mode: mode, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.select`, `selection.deselect`, `selection.toggle` and `selection.replace`.
  func select(
    _ params: inout Params, _ request: ([RowID]) -> SelectionRequest
  ) async throws -> JSON {
    let target = try params.target()
    let ids = try params.required("ids", .array(of: .id))
    return try await select(params, target, request(ids))
  }

  /// Answers `selection.all` and `selection.none`, which without a scope mean the one given.
  func select(
    _ params: inout Params, in scope: SelectionScope,
    _ request: (SelectionScope) -> SelectionRequest
  ) async throws -> JSON {
    let target = try params.target()
    let scope = try params.optional("scope", .scope) ?? scope
    return try await select(params, target, request(scope))
  }

  /// Answers `selection.extend`.
  func extendSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let first = try params.required("from", .id)
    let last = try params.required("to", .id)
    return try await select(params, target, .extend(from: first, to: last))
  }

  /// Answers `selection.invert`, `selection.undo` and `selection.redo`.
  func select(_ params: inout Params, _ request: SelectionRequest) async throws -> JSON {
    let target = try params.target()
    return try await select(params, target, request)
  }

  private func select(
    _ params: Params, _ target: Target, _ request: SelectionRequest
  ) async throws -> JSON {
    try params.end()

    return try await find(target).select(
      request, refusedIDLimit: .max, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.get`.
  func selection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let limit = try params.optional("limit", .natural) ?? 1000
    let order = try params.optional("order", .choice) ?? SelectionReport.Order.picked
    try params.end()

    return try await find(target).selection(
      limit: limit, order: order, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.sections`.
  func selectedSections(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    try params.end()

    return try await find(target).selectedSections(ifRevision: target.ifRevision).json
  }

  /// Answers methods about shortlists that are kept, which need a table; `names` are their members.
  func keptShortlists(_ params: inout Params, _ names: String...) async throws -> JSON {
    let target = try params.target()
    for name in names { _ = try params.required(name, .text) }
    try params.end()

    _ = try await findCurrent(target)
    throw RPCError.notSupported("keeping selections of this source is")
  }
}
