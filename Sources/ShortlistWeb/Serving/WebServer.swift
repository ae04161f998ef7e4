import FlyingFox
import FlyingSocks
public import Shortlist
public import ShortlistRPC

/// Shows a list to people with a browser: a page, and for each page that is open a socket with a list
/// of its own.
///
///     let server = WebServer(options) { Offer(try await rows.list()) }
///     try await server.run { address in print(address) }
///
/// Who knows the address that it tells may look; see `Gatekeeper`.
public final class WebServer: Sendable {
  /// Makes the list of a page that was opened.
  ///
  /// What it throws is told to the page.
  public typealias Opener = @Sendable () async throws -> Offer
  /// How far the reading of the rows is that lists are made of; nil if it is over.
  public typealias Progress = @Sendable () -> LoadProgress?

  private let options: WebOptions
  private let pages: Pages
  private let gatekeeper: Gatekeeper

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: Where it listens, and what it bears.
  ///   - progress: Is asked now and then by pages that wait for their lists.
  ///   - open: Makes the list of a page.
  public init(
    _ options: WebOptions, progress: @escaping Progress = { nil }, open: @escaping Opener
  ) {
    self.options = options
    gatekeeper = Gatekeeper(options)
    pages = Pages(limits: options.limits, progress: progress, open: open)
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter isReady: Is told the address to be opened, with its token.
  /// - Throws: `ServingFailed` if it cannot listen.
  public func run(_ isReady: @Sendable (String) async -> Void) async throws {
    raiseSocketLimit()
    let pool = PatientPool(HTTPServer.defaultPool(), limits: options.limits)
    let address: any SocketAddress
    do {
      address = try options.address
    } catch {
      throw ServingFailed("\(options.host) is no address of this machine")
    }
    let server = HTTPServer(
      config: HTTPServer.Configuration(
        address: address, timeout: options.limits.requestTime, pool: pool, logger: .disabled),
      handler: WebHandler(
        gatekeeper: gatekeeper, files: options.files, pages: pages, pool: pool))
    let serving = Task { try await server.run() }
    defer { serving.cancel() }
    try await withTaskCancellationHandler {
      do {
        try await server.waitUntilListening(timeout: 5)
        let port = try await server.port
        gatekeeper.setPort(port)
        await isReady(gatekeeper.invitation)
        try await serving.value
      } catch is CancellationError {
      } catch {
        if Task.isCancelled { return }
        throw ServingFailed("cannot listen on \(options.host):\(options.port): \(error)")
      }
    } onCancel: {
      Task {
        await pages.close()
        await server.stop(timeout: 1)
      }
    }
  }
}

extension HTTPServer {
  /// The port that it listens on.
  fileprivate var port: UInt16 {
    get throws {
      switch listeningAddress {
      case .ip4(_, let port), .ip6(_, let port): port
      case .unix, nil: throw ServingFailed("the server listens nowhere")
      }
    }
  }
}

/// Why pages cannot be served.
public struct ServingFailed: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line that says so.
  public var description: String

  init(_ description: String) { self.description = description }
}
