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
///     for line in server.output.drain() { … }
public final class Server: Sendable {
  /// Opens the source named in a request.
  ///
  /// Throws `InvalidRequestError` if the kind of source is unknown, and `SourceError` if the source
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
    openSource = { _ in throw InvalidRequestError("no source can be opened here") }
    limits = .offered
    self.offer = offer
  }
}

extension Server {
  /// Registers a list under a handle.
  func keep(_ list: any ListProtocol, of source: (any RowSource)? = nil, as handle: String) {
    let isShared = offer?.screen != nil
    let updates = isShared ? list.allUpdates() : list.updates
    state.withLock {
      $0.lists[handle] = ServerState.OpenList(
        list: list, source: source, updates: updates, isShared: isShared)
    }
    let wakeups = updates.wakeups
    Task { [weak self] in
      for await _ in wakeups { self?.markUpdated(of: handle) }
    }
  }

  /// Returns the list with a handle; nil if there is none.
  func list(_ handle: String) -> (any ListProtocol)? {
    state.withLock { $0.lists[handle]?.list }
  }

  /// Queues the notification of a request's side effect on the selection, to be sent after the
  /// answer.
  func notify(_ selection: SelectionChange<RowID>?, revision: Int, of handle: String) {
    guard let selection else { return }
    let notification = selection.notification(of: handle, revision: revision)
    state.withLock { $0.consequences[handle, default: []].append(notification) }
  }
}
