import Shortlist
import ShortlistJSON
import Synchronization

/// The list that a request addresses, itself or through a connected range.
struct Target: Sendable {
  /// What a request can address, named as the member that holds the handle.
  enum Kind: String {
    case list, number
  }

  /// The handle in the request.
  let handle: String
  /// The handle of the list.
  let listHandle: String
  let list: any ListProtocol
  /// The revision that the list must have; nil for any.
  let ifRevision: Int?

  /// Finds the target of a request.
  init(_ kind: Kind, _ params: inout Params, in server: Server) throws(RPCError) {
    let given = try params.required(kind.rawValue, .any)
    guard case .string(let handle) = given,
      let (listHandle, list) = server.state.withLock({ $0.list(of: kind, handle) })
    else { throw .noSuchList(given) }
    self.handle = handle
    self.listHandle = listHandle
    self.list = list
    ifRevision = try params.optional("ifRevision", .natural)
  }

  /// Throws if the list is not at the requested revision.
  func requireRevision() async throws(RPCError) {
    let revision = await list.revision
    if let ifRevision, ifRevision != revision { throw .stale(revision) }
  }
}

extension Target.Kind {
  /// The members of all requests that address this.
  var members: [ParamMember] {
    [ParamMember(name: rawValue, isRequired: true), ParamMember(name: "ifRevision")]
  }
}

extension ServerState {
  /// Returns the list behind a handle, and the list's own handle.
  fileprivate func list(of kind: Target.Kind, _ handle: String) -> (String, any ListProtocol)? {
    let listHandle =
      switch kind {
      case .list: handle
      case .number: numbers[handle]?.list
      }
    guard let listHandle, let open = lists[listHandle] else { return nil }
    return (listHandle, open.list)
  }
}
