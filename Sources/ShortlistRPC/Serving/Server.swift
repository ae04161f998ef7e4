public import Shortlist
import ShortlistJSON
import Synchronization

/// The lists of one client, and the methods that open, query and change them.
///
/// The server turns lines of input into lines of output, but performs no I/O itself; `serve`
/// connects it to streams. Lines for the same list are answered in order, lines for different lists
/// concurrently. Notifications of list updates are sent in between, in the order of the updates.
///
///     let server = Server { request in try openSource(request) }
///     await server.answer(Array(#"{"jsonrpc":"2.0","id":1,"method":"…"}"#.utf8))
///     for line in server.output.takeAll() { … }
public final class Server: Sendable {
  /// Opens the source named in a request.
  ///
  /// Throws `InvalidRequest` if the kind of source is unknown, and `SourceError` if the source
  /// cannot be read.
  public typealias SourceOpener = @Sendable (SourceRequest) throws -> any RowSource

  /// The lines to be written.
  public let output = Outbox()

  let openSource: SourceOpener
  /// The one list that the client may use; nil if it opens its own.
  let offer: Offer?
  let limits: Limits
  let state = Mutex(ServerState())

  /// Creates a server without open lists.
  public convenience init(openSource: @escaping SourceOpener) {
    self.init(limits: Limits(), openSource: openSource)
  }

  /// Creates a server with custom limits.
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
  /// Registers a list under a handle.
  func keep(_ list: LiveList, of source: (any RowSource)? = nil, as handle: String) {
    state.withLock { $0.lists[handle] = ServerState.OpenList(list: list, source: source) }
    let arrivals = list.updates.arrivals
    Task { [weak self] in
      for await _ in arrivals { self?.noteNews(of: handle) }
    }
  }

  /// Returns the connected range that a request addresses, and its list.
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

  /// Returns the list that a request addresses.
  func find(_ target: Target) throws(RPCError) -> LiveList {
    guard case .string(let handle) = target.handle,
      let open = state.withLock({ $0.lists[handle] })
    else { throw .noSuchList(target.handle) }
    return open.list
  }

  /// Returns the list that a request addresses, if it is at the requested revision.
  func findCurrent(_ target: Target) async throws -> LiveList {
    let list = try find(target)
    try await require(target.ifRevision, of: list)
    return list
  }

  private func require(_ expected: Int?, of list: LiveList) async throws(RPCError) {
    let revision = await list.revision
    if let expected, expected != revision { throw .stale(revision) }
  }

  /// Throws if the target of a request does not exist or is not at the requested revision.
  ///
  /// These errors take priority over an ill-typed member, because they decide what is valid.
  func checkTarget(of method: Method, _ params: Params) async throws {
    guard let name = method.target else { return }
    var params = params
    let target = Target(handle: try params.required(name, .any))
    let list = name == "number" ? try findNumber(target).0 : try find(target)
    try await require(try params.optional("ifRevision", .natural), of: list)
  }

  /// Queues the notification of a request's side effect on the selection, to be sent after the
  /// answer.
  func tell(_ selection: SelectionChange?, revision: Int, of target: Target) {
    guard let selection, case .string(let handle) = target.handle else { return }
    let notification = selection.notification(of: handle, revision: revision)
    state.withLock { $0.consequences[handle, default: []].append(notification) }
  }

  /// Closes the list that a request addresses.
  func forget(_ target: Target) {
    guard case .string(let handle) = target.handle else { return }
    state.withLock { $0.close(handle) }
  }
}
