import FlyingFox
import FlyingSocks

/// Takes in clients.
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

  /// The port that is listened on.
  var port: UInt16 {
    get throws {
      switch try socket.sockname() {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix: throw ServingFailed("the server listens on no port")
      }
    }
  }

  /// Lets clients in until the task is cancelled; more than may be are turned away.
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
              // There are no sockets left, for instance; some clients will have gone in a moment.
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
