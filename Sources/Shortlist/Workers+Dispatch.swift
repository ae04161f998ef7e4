import Dispatch

extension Workers {
  /// Workers on all cores, as `LiveList` uses them.
  package static let cores = Workers { count, piece in
    if count == 1 { return piece(0) }
    DispatchQueue.concurrentPerform(iterations: count, execute: piece)
  }
}
