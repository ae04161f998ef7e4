import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that end the pick.
  static let picking = [end(.accept), end(.cancel)]

  private static func end(_ ending: Offer.Ending) -> Method {
    Method(ending.rawValue, .end) { server, target in
      try await target.requireRevision()
      guard let end = server.offer?.end else { throw RPCError.unknownMethod(ending.rawValue) }
      var reason: JSON = .null
      do { try await end(ending) } catch let refused as EndRefused {
        reason = .string(refused.description)
      }
      return Answer(
        revision: await target.list.revision,
        [("ended", .boolean(reason == .null)), ("reason", reason)])
    }
  }
}
