import Foundation
import Shortlist
import Synchronization

extension Workers {
  /// Workers on so many threads; nil and more than there are cores stand for all cores.
  static func threads(_ count: Int?) -> Workers {
    guard let count, count < ProcessInfo.processInfo.activeProcessorCount else { return .cores }
    if count <= 1 { return .serial }
    return Workers { pieces, piece in
      let next = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: min(count, pieces)) { _ in
        while true {
          let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
          if index >= pieces { return }
          piece(index)
        }
      }
    }
  }
}
