import Shortlist
import ShortlistJSON

extension Server {
  /// Answers `selection.rules`.
  func selectionRules(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let rules = try params.required("rules", .array(of: .rule))
    let mode = try params.optional("mode", .choice) ?? SelectionMode.multiple

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
    return try await select(target, request(ids))
  }

  /// Answers `selection.all` and `selection.none`; `scope` is the default scope.
  func select(
    _ params: inout Params, in scope: SelectionScope,
    _ request: (SelectionScope) -> SelectionRequest
  ) async throws -> JSON {
    let target = try params.target()
    let scope = try params.optional("scope", .scope) ?? scope
    return try await select(target, request(scope))
  }

  /// Answers `selection.extend`.
  func extendSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let first = try params.required("from", .id)
    let last = try params.required("to", .id)
    return try await select(target, .extend(from: first, to: last))
  }

  /// Answers `selection.invert`, `selection.undo` and `selection.redo`.
  func select(_ params: inout Params, _ request: SelectionRequest) async throws -> JSON {
    let target = try params.target()
    return try await select(target, request)
  }

  private func select(_ target: Target, _ request: SelectionRequest) async throws -> JSON {
    try await find(target).select(
      request, refusedIDLimit: .max, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.get`.
  func selection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let limit = try params.optional("limit", .natural) ?? 1000
    let order = try params.optional("order", .choice) ?? SelectionReport.Order.picked

    return try await find(target).selection(
      limit: limit, order: order, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.rows`.
  func selectedRows(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let from = try params.optional("from", .natural) ?? 0
    let length = try params.optional("length", .natural) ?? 100

    return try await find(target).selectedRowsReport(
      from: from, length: length, ifRevision: target.ifRevision
    ).json
  }

  /// Answers `selection.sections`.
  func selectedSections(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    return try await find(target).selectedSections(ifRevision: target.ifRevision).json
  }

  /// Answers `selection.save`.
  func saveSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let name = try params.required("name", .text)

    let list = try find(target)
    let saved = try await list.saveSelection(as: name, ifRevision: target.ifRevision)
    return ["revision": .integer(await list.revision), "count": .integer(saved.count)]
  }

  /// Answers `selection.load`.
  func loadSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let name = try params.required("name", .text)

    return try await find(target).loadSelection(name, ifRevision: target.ifRevision).json
  }

  /// Answers `selection.saved`.
  func savedSelections(_ params: inout Params) async throws -> JSON {
    let target = try params.target()

    let list = try find(target)
    let saved = try await list.savedSelections(ifRevision: target.ifRevision)
    return [
      "revision": .integer(await list.revision),
      "names": JSON(saved) { ["name": .string($0.name), "count": .integer($0.count)] },
    ]
  }

  /// Answers `selection.rename`.
  func renameSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let name = try params.required("name", .text)
    let newName = try params.required("to", .text)

    let list = try find(target)
    try await list.renameSelection(name, to: newName, ifRevision: target.ifRevision)
    return ["revision": .integer(await list.revision)]
  }

  /// Answers `selection.forget`.
  func forgetSelection(_ params: inout Params) async throws -> JSON {
    let target = try params.target()
    let name = try params.required("name", .text)

    let list = try find(target)
    try await list.forgetSelection(name, ifRevision: target.ifRevision)
    return ["revision": .integer(await list.revision)]
  }
}
