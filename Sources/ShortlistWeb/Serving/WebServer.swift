import FlyingFox
import FlyingSocks
public import Shortlist
public import ShortlistRPC

/// Serves a list to browsers: a web page, and for each open page a socket with its own list.
///
///     let server = WebServer(options) { Offer(try await rows.list()) }
///     try await server.run { address in print(address) }
///
/// Anyone who has the address that it reports can see the list; see `Gatekeeper`.
public final class WebServer: Sendable {
  /// Creates the list of a newly opened page.
  ///
  /// The page shows the error if this throws.
  public typealias Opener = @Sendable () async throws -> Offer
  /// Returns the progress of reading the rows; nil when reading has finished.
  public typealias Progress = @Sendable () -> LoadProgress?

  private let options: WebOptions
  private let pages: Pages
  private let gatekeeper: Gatekeeper

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - options: The address, content and limits.
  ///   - progress: Polled while a page waits for its list.
  ///   - open: Creates the list of a page.
  public init(
    _ options: WebOptions, progress: @escaping Progress = { nil }, open: @escaping Opener
  ) {
    self.options = options
    gatekeeper = Gatekeeper(options)
    pages = Pages(limits: options.limits, progress: progress, open: open)
  }

  /// Serves until the task is cancelled.
  ///
  /// - Parameter isReady: Called with the address to open, including its token.
  /// - Throws: `ServingFailed` if it cannot listen.
  public func run(_ isReady: @Sendable (String) async -> Void) async throws {
    raiseSocketLimit()
    let pool = TimeoutPool(HTTPServer.defaultPool(), limits: options.limits)
    guard let address = try? options.address else {
      throw ServingFailed("\(options.host) is no address of this machine")
    }
    let listener: Listener
    do {
      listener = try Listener(address, pool: pool, limits: options.limits)
      gatekeeper.setPort(try listener.port)
    } catch {
      throw ServingFailed("cannot listen on \(options.host):\(options.port): \(error)")
    }
    let talking = ConnectionCounter()
    let handler = WebHandler(
      gatekeeper: gatekeeper, files: options.files, pages: pages, pool: pool)
    let serving = Task { [options] in
      try await listener.run { client in
        await Connection(client, handler: handler, limits: options.limits, pages: talking).run()
      }
    }
    defer { serving.cancel() }
    try await withTaskCancellationHandler {
      await isReady(gatekeeper.invitation)
      do { try await serving.value } catch {
        if Task.isCancelled { return }
        throw ServingFailed("cannot serve on \(options.host):\(options.port): \(error)")
      }
    } onCancel: {
      Task {
        await pages.close()
        await talking.waitForEnd(atMost: .seconds(1))
        serving.cancel()
      }
    }
  }
}
