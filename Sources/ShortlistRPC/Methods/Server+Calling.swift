import Shortlist
import ShortlistJSON

extension Server {
  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - newHandle: The handle for the object that it creates.
  ///   - superseded: The params of the queries that it superseded.
  /// - Returns: The result.
  /// - Throws: `RPCError`, and the errors of lists and sources.
  func call(
    _ request: Request, newHandle: String?, superseded: [JSON]
  ) async throws -> JSON {
    if request.method == Request.cancel { return [:] }
    guard let method = Method(rawValue: request.method) else {
      throw RPCError.unknownMethod(request.method)
    }
    try check(method, request)
    var given = request.params ?? [:]
    if !superseded.isEmpty { given = await merge(superseded, into: given) }
    var params = try Params(given, at: "params", newHandle: newHandle)
    try params.check(for: method)
    do {
      let answer = try await answer(method, &params)
      assert(params.areRead(for: method), "\(method.rawValue) does not read all of its params")
      return await tellingStop(answer, to: given)
    } catch {
      if params.hasMisfit { try await checkTarget(of: method, params) }
      throw error
    }
  }

  private func answer(_ method: Method, _ params: inout Params) async throws -> JSON {
    switch method {
    case .open: try await open(&params)
    case .close: try await close(&params)
    case .attributes: try await attributes(&params)
    case .query: try await query(&params)
    case .window: try await window(&params)
    case .sections: try await sections(&params)
    case .rows: try await rows(&params)
    case .ids: try await ids(&params)
    case .at: try await at(&params)
    case .locate: try await locate(&params)
    case .apply: try await apply(&params)
    case .addFilters: try await changeFilters(&params) { try $0.add($1, to: $2, $3) }
    case .removeFilters: try await changeFilters(&params) { try $0.remove($1, from: $2, $3) }
    case .toggleFilters: try await changeFilters(&params) { try $0.toggle($1, in: $2, $3) }
    case .clearFilters: try await clearFilters(&params)
    case .filters: try await filters(&params)
    case .facets: try await facets(&params)
    case .connectNumber: try await connectNumber(&params)
    case .setNumber: try await setNumber(&params)
    case .number: try await number(&params)
    case .disconnectNumber: try await disconnectNumber(&params)
    case .suggest: try await suggest(&params)
    case .commitSuggestion: try await commitSuggestion(&params)
    case .selectionRules: try await selectionRules(&params)
    case .select: try await select(&params, SelectionRequest.select)
    case .deselect: try await select(&params, SelectionRequest.deselect)
    case .toggle: try await select(&params, SelectionRequest.toggle)
    case .replace: try await select(&params, SelectionRequest.replace)
    case .all: try await select(&params, in: .matching, SelectionRequest.all)
    case .none: try await select(&params, in: .everything, SelectionRequest.none)
    case .invert: try await select(&params, .invert)
    case .extend: try await extendSelection(&params)
    case .undo: try await select(&params, .undo)
    case .redo: try await select(&params, .redo)
    case .selection: try await selection(&params)
    case .selectedRows: try await selectedRows(&params)
    case .selectedSections: try await selectedSections(&params)
    case .save: try await saveSelection(&params)
    case .load: try await loadSelection(&params)
    case .saved: try await savedSelections(&params)
    case .rename: try await renameSelection(&params)
    case .forget: try await forgetSelection(&params)
    case .accept: try await end(&params, .accept)
    case .cancel: try await end(&params, .cancel)
    }
  }
}
