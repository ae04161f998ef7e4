import NIOCore
import NIOPosix
public import Shortlist
public import ShortlistRPC
import ShortlistSystem
import Synchronization

/// Serves a list to browsers: a web page, and for each open page a socket with its own list.
///
///     let server = WebServer(options) { Offer(try await rows.list()) }
///     try await server.run { address in print(address) }
///
/// The reported URL contains a secret token. Anyone with this URL can see the list.
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

  /// Serves until the task is cancelled, or until no page has been open for `WebOptions.linger`.
  ///
  /// - Parameter isReady: Called with the address to open, including its token.
  /// - Throws: `ServingError` if it cannot listen.
  public func run(_ isReady: @Sendable (String) async -> Void) async throws {
    raiseSocketLimit()
    guard let address = try? options.address else {
      throw ServingError("\(options.host) is no address of this machine")
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do { try await run(on: address, group, isReady) } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    try? await group.shutdownGracefully()
  }

  private func run(
    on address: SocketAddress, _ group: MultiThreadedEventLoopGroup,
    _ isReady: @Sendable (String) async -> Void
  ) async throws {
    let channel: any Channel
    do { channel = try await listener(group).bind(to: address).get() } catch {
      let reason = (error as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? "\(error)"
      throw ServingError("cannot listen on \(options.host):\(options.port): \(reason)")
    }
    gatekeeper.setPort(UInt16(clamping: channel.localAddress?.port ?? 0))
    let isLeft = Atomic(false)
    if let seconds = options.linger {
      pages.whenLeft(for: seconds) {
        isLeft.store(true, ordering: .sequentiallyConsistent)
        channel.close(promise: nil)
      }
    }
    await withTaskCancellationHandler {
      await isReady(gatekeeper.invitation)
      try? await channel.closeFuture.get()
    } onCancel: {
      Task {
        await closePages(on: channel.eventLoop)
        channel.close(promise: nil)
      }
    }
    if !Task.isCancelled && !isLeft.load(ordering: .sequentiallyConsistent) {
      throw ServingError("cannot serve on \(options.host):\(options.port): the socket is closed")
    }
  }

  private func listener(_ group: MultiThreadedEventLoopGroup) -> ServerBootstrap {
    let handler = WebHandler(gatekeeper: gatekeeper, files: options.files)
    return ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelOption(.backlog, value: CInt(clamping: options.limits.clients))
      .serverChannelInitializer { [options] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(ConnectionLimit(options.limits.clients))
        }
      }
      // A client has few bytes to send; small reads bound what is done for one client at a time.
      .childChannelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 4096))
      .childChannelInitializer { [pages] channel in
        channel.eventLoop.makeCompletedFuture {
          let requests = RequestHandler(handler, pages: pages)
          try channel.pipeline.syncOperations.addHandlers(requests.handlers)
        }
      }
  }

  /// Closes the pages, and waits until they have read their output, or until
  /// `PageHandler.closeTimeout`.
  private func closePages(on loop: any EventLoop) async {
    let closed = await pages.close()
    let timer = loop.scheduleTask(in: PageHandler.closeTimeout) {}
    EventLoopFuture.andAllComplete(closed, on: loop).whenComplete { _ in timer.cancel() }
    try? await timer.futureResult.get()
  }
}

extension WebOptions {
  /// The address to listen on.
  fileprivate var address: SocketAddress {
    get throws {
      try SocketAddress(ipAddress: host == "localhost" ? "127.0.0.1" : host, port: Int(port))
    }
  }
}
