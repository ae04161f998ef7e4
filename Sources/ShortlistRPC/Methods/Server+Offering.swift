import Shortlist
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

  private func greet(_ offer: Offer) async {
    let summary = await offer.list.summary
    _ = offer.list.updates.take(through: summary.revision)
    let handle = state.withLock { $0.newHandle("L") }
    keep(offer.list, as: handle)
    let members: [(String, JSON)] = [
      ("list", .string(handle)), ("revision", .integer(summary.revision)),
      ("count", .integer(summary.count)), ("attributes", summary.schema.json),
      ("matches", .array(await offer.list.state.matchKinds.map { .string($0.rawValue) })),
      ("writable", .boolean(offer.isWritable)),
      ("creates", offer.creates.map(JSON.string) ?? .null),
      ("picks", .boolean(offer.end != nil)),
    ]
    let hello: JSON = [
      "jsonrpc": "2.0", "method": "hello",
      "params": .object(JSONObject(members + offer.remarks.members.map { ($0.name, $0.value) })),
    ]
    output.put([hello.bytes])
  }
}
