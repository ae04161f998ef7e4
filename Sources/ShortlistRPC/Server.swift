public import Shortlist
import ShortlistJSON

/// The lists of one client, and the methods that open, ask and change them.
///
/// The server turns lines of input into lines of output and does neither input nor output itself;
/// `serve` connects it to streams. It answers one line after the other. What happens to a list
/// without being asked for is told in between, in the order in which it happened.
///
///     let server = Server { request in try openSource(request) }
///     await server.answer(Array(#"{"jsonrpc":"2.0","id":1,"method":"…"}"#.utf8))
///     for line in server.output.takeAll() { … }
public actor Server {
  /// Turns the source named in a request into one that can be read.
  ///
  /// It throws `InvalidRequest` if there is no such kind of source, `SourceError` if it cannot be
  /// read.
  public typealias SourceOpener = @Sendable (SourceRequest) throws -> any RowSource

  /// The lines that wait to be written.
  public nonisolated let output = Outbox()

  let openSource: SourceOpener
  /// What the client may use; nil for all.
  let offer: Offer?
  private var lists: [String: LiveList] = [:]
  var numbers: [String: ConnectedNumber] = [:]
  private var handles = 0
  /// Whether a line is being answered: what happens to lists meanwhile is told with the answer.
  private var isAnswering = false
  /// The revisions of lists that the answers to a line speak of.
  private var answered: [String: Int] = [:]
  /// What the answer to a line has caused, to be told after it.
  private var consequences: [JSON] = []

  /// Creates a server without open lists.
  public init(openSource: @escaping SourceOpener) {
    self.openSource = openSource
    offer = nil
  }

  /// Creates a server that offers one list.
  init(offer: Offer) {
    openSource = { _ in throw InvalidRequest("no source can be opened here") }
    self.offer = offer
  }

  /// Answers one line of input: with nothing for a notification, with one line for a request or a
  /// batch.
  ///
  /// Lines are to be given one after the other.
  public func answer(_ line: [UInt8]) async {
    isAnswering = true
    answered = [:]
    let answer = await answer(to: line)
    // What happened before the answer was worked out comes before it, and the rest after it.
    for (handle, list) in lists {
      tell(list.updates.take(through: answered[handle] ?? .max), of: handle)
    }
    if let answer { output.put(answer) }
    for consequence in consequences { output.put(consequence) }
    consequences = []
    isAnswering = false
    await tellAll()
  }

  /// Tells what has happened to lists, unless something still waits to be written: as long as nobody
  /// reads, it is added up.
  ///
  /// Whoever takes the output is to call it when all that was taken is written.
  public func tellNews() async {
    guard !isAnswering, output.isEmpty else { return }
    await tellAll()
  }

  private func tellAll() async {
    for (handle, list) in lists { tell(list.updates.take(), of: handle) }
    for list in Set(numbers.values.map(\.list)) {
      guard let news = try? await lists[list]?.takeRangeNews() else { continue }
      // What has moved them, if it happened just now.
      if let updates = lists[list]?.updates.take() { tell(updates, of: list) }
      for news in news { tell(news, of: list) }
    }
  }

  private func tell(_ news: RangeNews, of list: String) {
    let number = numbers.first { $0.value.list == list && $0.value.range == news.handle }
    if let number { output.put(news.state.notification(of: number.key)) }
  }

  private func tell(_ updates: [ListUpdate], of handle: String) {
    for update in updates {
      output.put(update.notification(of: handle))
      if let selection = update.selection {
        output.put(selection.notification(of: handle, revision: update.revision))
      }
    }
  }

  private func answer(to line: [UInt8]) async -> JSON? {
    let message: JSON
    do { message = try JSON.parse(line.span) } catch {
      return Response(id: .null, .failure(.notJSON(error))).json
    }
    guard case .array(let batch) = message else { return await answer(to: message)?.json }
    if batch.isEmpty {
      return Response(id: .null, .failure(.invalidRequest("an empty batch"))).json
    }
    var answers: [JSON] = []
    for part in batch {
      if let answer = await answer(to: part) { answers.append(answer.json) }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(to message: JSON) async -> Response? {
    let request: Request
    switch Request.read(message) {
    case .success(let read): request = read
    case .failure(let invalid): return Response(id: invalid.id, .failure(invalid.error))
    }
    var outcome: Result<JSON, RPCError>
    do {
      let result = try await call(request)
      note(result, of: request)
      outcome = .success(result)
    } catch {
      outcome = .failure(RPCError(error))
    }
    return request.id.map { Response(id: $0, outcome) }
  }

  /// Remembers of which revision of which list an answer speaks.
  private func note(_ result: JSON, of request: Request) {
    guard case .object(let members) = result, case .integer(let revision) = members["revision"],
      case .object(let params) = request.params,
      case .string(let handle) = params["list"] ?? members["list"] ?? params["number"]
    else { return }
    answered[numbers[handle]?.list ?? handle] = revision
  }

  private func call(_ request: Request) async throws -> JSON {
    guard let method = Method(rawValue: request.method) else {
      throw RPCError.unknownMethod(request.method)
    }
    try check(method, request)
    var params = try Params(request.params ?? [:], at: "params")
    try params.check(for: method)
    do {
      let answer = try await answer(method, &params)
      assert(params.areRead(for: method), "\(method.rawValue) does not read all of its params")
      return answer
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
  /// Keeps a list, and answers the handle that names it from now on.
  func keep(_ list: LiveList) -> String {
    let handle = newHandle("L")
    lists[handle] = list
    let arrivals = list.updates.arrivals
    Task { [weak self] in
      for await _ in arrivals { await self?.tellNews() }
    }
    return handle
  }

  /// A handle that was never given.
  func newHandle(_ letter: String) -> String {
    handles += 1
    return "\(letter)\(handles)"
  }

  /// The connected range that a request is for, and its list.
  func findNumber(_ target: Target) throws(RPCError) -> (LiveList, RangeHandle) {
    guard case .string(let handle) = target.handle, let number = numbers[handle],
      let list = lists[number.list]
    else { throw .noSuchList(target.handle) }
    return (list, number.range)
  }

  /// The list that a request is for.
  func find(_ target: Target) throws(RPCError) -> LiveList {
    guard case .string(let handle) = target.handle, let list = lists[handle] else {
      throw .noSuchList(target.handle)
    }
    return list
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
    consequences.append(selection.notification(of: handle, revision: revision))
  }

  /// Forgets the list of a request.
  func forget(_ target: Target) {
    guard case .string(let handle) = target.handle else { return }
    lists[handle] = nil
    numbers = numbers.filter { $0.value.list != handle }
  }
}
