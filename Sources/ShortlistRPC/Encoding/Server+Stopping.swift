import Shortlist
import ShortlistJSON

extension Server {
  /// Adds the reason why the list does not follow its source to an answer, if there is one.
  func tellingStop(_ answer: JSON, to params: JSON) async -> JSON {
    guard case .object(var members) = answer, case .object(let params) = params,
      let handle = params["list"] ?? members["list"] ?? params["number"]
    else { return answer }
    let target = Target(handle: handle)
    let list = (try? find(target)) ?? (try? findNumber(target).0)
    guard let reason = await list?.stopReason else { return answer }
    members.set("stopped", to: .string(reason))
    return .object(members)
  }
}
