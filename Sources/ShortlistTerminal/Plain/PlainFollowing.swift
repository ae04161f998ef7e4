import Shortlist
import Synchronization

/// Watches a followed list for the end of its source.
final class PlainFollowing: Sendable {
  private let state = Mutex<String?>(nil)

  /// Why no more rows will come, in lower case; nil while more may.
  var ending: String? { state.withLock(\.self) }

  /// Starts reading the updates of the list.
  func start(_ list: any ListProtocol) {
    let updates = list.updates
    Task { [self] in
      var ending = "the source has ended"
      for await update in updates {
        if case .stopped(let error) = update.loading { ending = Self.text(of: error) }
      }
      // A reason reported earlier takes priority.
      state.withLock { $0 = $0 ?? ending }
    }
  }

  /// Records that the source has failed.
  func stop(_ error: any Error) { state.withLock { $0 = Self.text(of: error) } }

  private static func text(of error: any Error) -> String { "the source failed: \(error)" }
}
