import Shortlist
import ShortlistJSON

extension Method {
  /// The methods that end the pick.
  static let picking = [
    end(.accept), end(.cancel),

    Method("pick.state", .screen) { server, target in
      try await server.report(target) { screen in try await screen.report() }
    },

    Method("pick.act", .screen, .required("actions", .text)) { server, target, actions in
      try await server.report(target) { screen in try await screen.act(actions) }
    },
  ]

  private static func end(_ ending: Offer.Ending) -> Method {
    Method(ending.rawValue, .end) { server, target in
      try await target.requireRevision()
      guard let end = server.offer?.end else { throw RPCError.unknownMethod(ending.rawValue) }
      var reason: JSON = .null
      do { try await end(ending) } catch let refused as EndRefusedError {
        reason = .string(refused.description)
      }
      return Answer(
        revision: await target.list.revision,
        [("ended", .boolean(reason == .null)), ("reason", reason)])
    }
  }
}

extension Server {
  /// Answers with what the screen reports.
  fileprivate func report(
    _ target: Target, _ body: (OfferedScreen) async throws -> JSONObject
  ) async throws -> Answer {
    try await target.requireRevision()
    guard let screen = offer?.screen else { throw RPCError.invalidParams("there is no screen") }
    let report = try await body(screen)
    return Answer(
      revision: await target.list.revision, report.members.map { ($0.name, $0.value) })
  }
}
