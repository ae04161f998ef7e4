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
  func checkTarget(of method: Method, _ params: Params) async throws {
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
