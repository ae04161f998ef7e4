public import Shortlist
import ShortlistJSON
import Synchronization

/// The lists of one client, and the methods that open, ask and change them.
///
/// The server turns lines of input into lines of output and does neither input nor output itself;
/// `serve` connects it to streams. Lines that are for the same list are answered one after the other,
/// lines for different lists side by side. What happens to a list without being asked for is told in
/// between, in the order in which it happened.
///
///     let server = Server { request in try openSource(request) }
///     await server.answer(Array(#"{"jsonrpc":"2.0","id":1,"method":"…"}"#.utf8))
///     for line in server.output.takeAll() { … }
public final class Server: Sendable {
  /// Turns the source named in a request into one that can be read.
  ///
  /// It throws `InvalidRequest` if there is no such kind of source, `SourceError` if it cannot be
  /// read.
  public typealias SourceOpener = @Sendable (SourceRequest) throws -> any RowSource

  /// The lines that wait to be written.
  public let output = Outbox()

  let openSource: SourceOpener
  /// What the client may use; nil for all.
  let offer: Offer?
  let limits: Limits
  let state = Mutex(ServerState())

  /// Creates a server without open lists.
  public convenience init(openSource: @escaping SourceOpener) {
    self.init(limits: Limits(), openSource: openSource)
  }

  /// Creates a server with limits of its own.
  init(limits: Limits, openSource: @escaping SourceOpener) {
    self.openSource = openSource
    self.limits = limits
    offer = nil
  }

  /// Creates a server that offers one list.
  init(offer: Offer) {
    openSource = { _ in throw InvalidRequest("no source can be opened here") }
    limits = Limits()
    self.offer = offer
  }
}

// Methods
extension Server {
  /// Carries out a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - newHandle: The handle of what it makes.
  ///   - superseded: The params of queries whose place it takes.
  /// - Returns: The result.
  /// - Throws: `RPCError`, and what a list or a source throws.
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

// Handles
extension Server {
  /// Keeps a list under a handle.
  func keep(_ list: LiveList, of source: (any RowSource)? = nil, as handle: String) {
    state.withLock { $0.lists[handle] = ServerState.OpenList(list: list, source: source) }
    let arrivals = list.updates.arrivals
    Task { [weak self] in
      for await _ in arrivals { self?.noteNews(of: handle) }
    }
  }

  /// The connected range that a request is for, and its list.
  func findNumber(_ target: Target) throws(RPCError) -> (LiveList, RangeHandle) {
    let found = state.withLock { state -> (LiveList, RangeHandle)? in
      guard case .string(let handle) = target.handle, let number = state.numbers[handle],
        let open = state.lists[number.list]
      else { return nil }
      return (open.list, number.range)
    }
    guard let found else { throw .noSuchList(target.handle) }
    return found
  }

  /// The list that a request is for.
  func find(_ target: Target) throws(RPCError) -> LiveList {
    guard case .string(let handle) = target.handle,
      let open = state.withLock({ $0.lists[handle] })
    else { throw .noSuchList(target.handle) }
    return open.list
  }

  /// The list that a request is for, if it is at the revision asked for.
  func findCurrent(_ target: Target) async throws -> LiveList {
    let list = try find(target)
    try await require(target.ifRevision, of: list)
    return list
  }

  private func require(_ expected: Int?, of list: LiveList) async throws(RPCError) {
    let revision = await list.revision
    if let expected, expected != revision { throw .stale(revision) }
  }

  /// Refuses a request for what is not there, or not at the revision asked for.
  ///
  /// Only of what is there can be said what a value has to be: so this is told before that one does not fit.
  private func checkTarget(of method: Method, _ params: Params) async throws {
    guard let name = method.target else { return }
    var params = params
    let target = Target(handle: try params.required(name, .any))
    let list = name == "number" ? try findNumber(target).0 : try find(target)
    try await require(try params.optional("ifRevision", .natural), of: list)
  }

  /// Tells what a request has done to the selection of its list without being asked for, after the
  /// answer.
  func tell(_ selection: SelectionUpdate?, revision: Int, of target: Target) {
    guard let selection, case .string(let handle) = target.handle else { return }
    let notification = selection.notification(of: handle, revision: revision)
    state.withLock { $0.consequences[handle, default: []].append(notification) }
  }

  /// Forgets the list of a request.
  func forget(_ target: Target) {
    guard case .string(let handle) = target.handle else { return }
    state.withLock { $0.close(handle) }
  }
}
