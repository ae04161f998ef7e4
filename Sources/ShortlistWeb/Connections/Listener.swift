import FlyingFox
import FlyingSocks

/// Accepts clients.
struct Listener: Sendable {
  let pool: TimeoutPool
  let socket: Socket
  let limits: WebLimits

  /// Listens on an address.
  ///
  /// - Throws: `SocketError`.
  init(_ address: some SocketAddress, pool: TimeoutPool, limits: WebLimits) throws {
    (self.pool, self.limits) = (pool, limits)
    socket = try Socket(domain: Int32(type(of: address).family))
    try socket.setValue(true, for: .localAddressReuse)
    #if canImport(Darwin)
      try socket.setValue(true, for: .noSIGPIPE)
    #endif
    try socket.bind(to: address)
    try socket.listen()
  }

  /// The port that the socket listens on.
  var port: UInt16 {
    get throws {
      switch try socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix: throw ServingFailed("the server listens on no port")
      }
    }
  }

  /// Accepts clients until the task is cancelled; closes those beyond the limit.
  func run(_ serve: @escaping @Sendable (AsyncSocket) async -> Void) async throws {
    defer { try? socket.close() }
    try await pool.prepare()
    let socket = try AsyncSocket(socket: socket, pool: pool)
    let clients = ConnectionCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [pool] in try await pool.run() }
      group.addTask { [limits] in
        await withDiscardingTaskGroup { group in
          while !Task.isCancelled {
            guard let client = try? await socket.accept() else {
              // Probably out of sockets; retry shortly, when some clients may have disconnected.
              try? await Task.sleep(for: .milliseconds(50))
              continue
            }
            guard clients.enter(atMost: limits.clients) else {
              try? client.close()
              continue
            }
            group.addTask {
              await serve(client)
              clients.leave()
            }
          }
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
