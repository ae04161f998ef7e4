import Shortlist
import Synchronization

/// Watches a list that grows for the end of its source.
final class PlainFollowing: Sendable {
  private let state = Mutex<String?>(nil)

  /// Why nothing comes any more, as a sentence begins; nil while something may.
  var ending: String? { state.withLock(\.self) }

  /// Reads the updates of the list from now on.
  func start(_ list: LiveList) {
    let updates = list.updates
    Task { [self] in
      var ending = "the source has ended"
      for await update in updates {
        if case .stopped(let error) = update.loading { ending = Self.text(of: error) }
      }
      // An end that was told of earlier is the reason.
      state.withLock { $0 = $0 ?? ending }
    }
  }

  /// Takes note that nothing comes any more.
  func stop(_ error: any Error) { state.withLock { $0 = Self.text(of: error) } }

  private static func text(of error: any Error) -> String { "the source failed: \(error)" }
}
