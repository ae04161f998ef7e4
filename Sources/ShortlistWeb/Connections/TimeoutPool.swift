import FlyingFox
import FlyingSocks
import Synchronization

/// A socket pool with timeouts for clients that send nothing, stop within a frame, or do not read.
///
/// Open pages have a longer timeout than requests, because they answer pings.
final class TimeoutPool: AsyncSocketPool {
  private let base: any AsyncSocketPool
  private let limits: WebLimits
  /// The addresses of clients with an open page.
  private let trusted = Mutex<Set<HTTPRequest.Address>>([])

  init(_ base: some AsyncSocketPool, limits: WebLimits) {
    self.base = base
    self.limits = limits
  }

  /// Applies the longer timeout to a peer.
  func trust(_ peer: HTTPRequest.Address?) {
    guard let peer else { return }
    _ = trusted.withLock { $0.insert(peer) }
  }

  /// Applies the normal timeout to a peer again.
  func distrust(_ peer: HTTPRequest.Address?) {
    guard let peer else { return }
    _ = trusted.withLock { $0.remove(peer) }
  }

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // The listening socket has no peer and no timeout.
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
