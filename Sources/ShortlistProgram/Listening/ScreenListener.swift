import Dispatch
import Shortlist
import ShortlistJSON
import ShortlistRPC
import ShortlistSystem
import ShortlistTerminal
import Synchronization

/// Connects the programs that reach a Unix socket with a screen.
final class ScreenListener: Sendable {
  private struct Connection {
    let descriptor: FileDescriptor
    var server: Server?
    let work: Task<Void, Never>
  }

  private struct State {
    var list: any ListProtocol
    var connections: [Int: Connection] = [:]
    var count = 0
    var isEnded = false
  }

  private let socket: ListeningSocket
  private let link: ScreenLink
  private let creates: String?
  private let state: Mutex<State>

  /// The most programs that are connected at a time; further ones are turned away.
  private static let mostConnections = 64

  /// Makes the socket.
  ///
  /// - Throws: `ProgramError`, if there can be no socket at the path.
  init(path: String, link: ScreenLink, creates: String?, list: any ListProtocol) throws {
    do { socket = try ListeningSocket(path: path) } catch {
      throw ProgramError("--listen: " + Self.text(of: error, path: visible(path)))
    }
    (self.link, self.creates) = (link, creates)
    state = Mutex(State(list: list))
  }

  private static func text(of refusal: ListeningSocket.Refusal, path: String) -> String {
    switch refusal {
    case .badPath(let longest): "the path of a socket has 1 to \(longest) bytes, unlike \(path)"
    case .exists: "\(path) exists and is no socket: remove it, or choose another path"
    case .isUsed: "\(path) is the socket of another program that runs: choose another path"
    case .system(let error): "\(path): \(error.reason)"
    }
  }

  /// Accepts connections until the screen is gone.
  func start() {
    link.whenReplaced { [self] list in await replaceList(by: list) }
    link.whenEnded { [self] in await end() }
    DispatchQueue(label: "listen").async { [self] in
      while let descriptor = socket.next() { connect(descriptor) }
      socket.close()
    }
  }

  private func connect(_ descriptor: FileDescriptor) {
    let isRoom = state.withLock { state in
      if state.isEnded || state.connections.count >= Self.mostConnections { return false }
      let number = state.count
      state.count += 1
      state.connections[number] = Connection(
        descriptor: descriptor, work: Task { [self] in await serve(descriptor, number) })
      return true
    }
    if !isRoom { descriptor.close() }
  }

  private func serve(_ descriptor: FileDescriptor, _ number: Int) async {
    let server = await Server.offering(offer())
    // The list may have been replaced meanwhile.
    let current = state.withLock { state in
      state.connections[number]?.server = server
      return state.list
    }
    if current !== server.offeredList { await server.replaceList(by: current) }
    try? await server.serve(input: descriptor.rawValue, output: descriptor.rawValue)
    // Where the client only stopped sending, it can still read up to here.
    descriptor.shutDown(.all)
    state.withLock { state in
      state.connections[number] = nil
      descriptor.close()
    }
  }

  private func offer() -> Offer {
    var offer = Offer(of: state.withLock { $0.list })
    offer.creates = creates
    offer.remarks = JSONObject([("screen", true)])
    let link = link
    offer.screen = OfferedScreen(
      report: { await link.report().members }, act: { try await link.act($0).members },
      noteChange: { link.reportChange() })
    offer.end = { ending in
      let report = try await link.act(ending == .accept ? "accept" : "abort")
      if !report.isEnded { throw EndRefusedError(report.message ?? "not yet") }
    }
    return offer
  }

  private func replaceList(by list: any ListProtocol) async {
    let servers = state.withLock { state in
      state.list = list
      return state.connections.values.compactMap(\.server)
    }
    for server in servers { await server.replaceList(by: list) }
  }

  /// Removes the socket, and ends when all programs have their answers or do not read them.
  private func end() async {
    socket.stop()
    let work = state.withLock { state in
      state.isEnded = true
      for connection in state.connections.values { connection.descriptor.shutDown(.reading) }
      return state.connections.values.map(\.work)
    }
    let cutting = Task {
      try await Task.sleep(for: .seconds(1))
      state.withLock { state in
        for connection in state.connections.values { connection.descriptor.shutDown(.all) }
      }
    }
    for one in work { await one.value }
    cutting.cancel()
  }
}

extension ScreenReport {
  /// The members of the answer that reports it.
  fileprivate var members: JSONObject {
    JSONObject([
      ("search", .string(search)), ("match", .string(match.rawValue)), ("prompt", .string(prompt)),
      (
        "cursor",
        row.map { JSON.object(JSONObject([("id", $0.json), ("position", .integer(position))])) }
          ?? .null
      ),
      ("total", .integer(total)), ("count", .integer(count)), ("selected", .integer(selected)),
      ("reading", .boolean(isReading)), ("message", message.map(JSON.string) ?? .null),
      ("ended", .boolean(isEnded)),
    ])
  }
}
