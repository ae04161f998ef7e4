import FlyingFox
import FlyingSocks
import Synchronization

/// Waits for sockets, but for none forever: who sends nothing, half a frame, or reads nothing for too
/// long is let go of.
///
/// Requests have less time than pages that are open, which give signs of life.
final class TimeoutPool: AsyncSocketPool {
  private let base: any AsyncSocketPool
  private let limits: WebLimits
  /// Who has a page open.
  private let trusted = Mutex<Set<HTTPRequest.Address>>([])

  init(_ base: some AsyncSocketPool, limits: WebLimits) {
    self.base = base
    self.limits = limits
  }

  /// Waits longer for a peer from now on.
  func trust(_ peer: HTTPRequest.Address?) {
    guard let peer else { return }
    _ = trusted.withLock { $0.insert(peer) }
  }

  /// Waits no longer for a peer than for others.
  func distrust(_ peer: HTTPRequest.Address?) {
    guard let peer else { return }
    _ = trusted.withLock { $0.remove(peer) }
  }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The socket that listens has no peer, and all the time there is.
    guard let peer = try? socket.remotePeer() else {
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    let address = HTTPRequest.Address.make(from: peer)
    let isTrusted = trusted.withLock { $0.contains(address) }
    let seconds = isTrusted ? limits.silence : limits.requestTime
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask { [base] in
        try await base.suspendSocket(socket, untilReadyFor: events)
        return true
      }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return false
      }
      defer { group.cancelAll() }
      if try await group.next() == true { return }
      throw SocketError.disconnected
    }
  }
}
