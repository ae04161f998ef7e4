package import Shortlist
import ShortlistJSON
import Synchronization

extension Server {
  /// Creates a server that offers one list, and announces it with a `hello` notification.
  ///
  /// `list.open`, `list.close` and `selection.rules` are unknown methods, and so are those that
  /// change rows unless the offer allows them. `pick.accept` and `pick.cancel` are known if the
  /// offer can end.
  public static func offering(_ offer: Offer) async -> Server {
    let server = Server(offer: offer)
    await server.greet(offer)
    return server
  }

  /// The list that is offered now; nil if none is.
  package var offeredList: (any ListProtocol)? { state.withLock { $0.lists.values.first?.list } }

  /// Offers another list instead of those before, and announces it as the first one.
  package func replaceList(by list: any ListProtocol) async {
    guard var offer else { return }
    offer.list = list
    state.withLock { state in for handle in state.lists.keys { state.close(handle) } }
    await greet(offer)
  }

  private func greet(_ offer: Offer) async {
    let handle = state.withLock { $0.newHandle("L") }
    if offer.screen != nil { keep(offer.list, as: handle) }
    let summary = await offer.list.summary
    if offer.screen == nil {
      _ = offer.list.updates.drain(through: summary.revision)
      keep(offer.list, as: handle)
    }
    var members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(summary.revision)),
      ("count", .integer(summary.count)), ("attributes", summary.schema.json),
      ("matches", .array(await offer.list.state.matchKinds.map { .string($0.rawValue) })),
      ("id", .string(await offer.list.state.idAttribute ?? "id")),
      ("writable", .boolean(offer.isWritable)),
      ("creates", offer.creates.map(JSON.string) ?? .null),
      ("picks", .boolean(offer.end != nil)),
    ]
    if await offer.list.state.isRemote { members.append(("remote", true)) }
    members += summary.estimates.members
    let hello: JSON = [
      "jsonrpc": "2.0", "method": "hello",
      "params": .object(
        JSONObject(
          members + offer.remarks.members.map { ($0.name, $0.value) })),
    ]
    output.append([hello.bytes])
  }
}
