import NIOCore
import Shortlist
import ShortlistJSON
import ShortlistRPC
import Synchronization

/// The WebSocket of one page, which carries protocol messages in both directions for one list.
///
/// If the page does not read, answers pause after a while, and list updates are merged.
final class PageSocket: PageDelegate {
  /// The interval of progress messages while rows are being read.
  private static let progressPause = Duration.milliseconds(250)

  /// The name by which the page is recognised when it reconnects; nil if it has none.
  let name: String?
  private let pages: Pages
  /// The messages of the page; the channel reads no more until these are consumed.
  private let messages: AsyncStream<[UInt8]>
  private let incoming: AsyncStream<[UInt8]>.Continuation
  private let state = Mutex(State())
  /// Held while output moves from the server to the channel.
  private let sending = Mutex(())

  private struct State {
    var channel: (any Channel)?
    var list: (any ListProtocol)?
    var server: Server?
    /// The number of messages being answered, plus one while the list is being created.
    var unfinished = 1
    /// Whether to close the page when `unfinished` reaches zero.
    var isClosing = false
  }

  /// Creates the socket of a page.
  init(_ name: String?, of pages: Pages) {
    (self.name, self.pages) = (name, pages)
    (messages, incoming) = AsyncStream.makeStream()
  }

  /// Completes when the connection is closed; nil if there is none yet.
  var closed: EventLoopFuture<Void>? { state.withLock { $0.channel?.closeFuture } }

  /// The selected rows of the page; nil if it has no list yet.
  var picked: [RowID]? {
    get async {
      guard let list = state.withLock({ $0.list }) else { return nil }
      return try? await list.selection(limit: .max, order: .picked, ifRevision: nil).ids
    }
  }

  /// Closes the page after its pending output and unfinished answers.
  ///
  /// One of them may answer the request that caused the closing, or report why there is no list.
  func close() async {
    let isBusy = state.withLock { state in
      state.isClosing = true
      return state.unfinished > 0
    }
    if !isBusy { await end() }
  }

  func open(on channel: any Channel) {
    state.withLock { $0.channel = channel }
    Task { await talk(on: channel) }
  }

  func receive(_ message: [UInt8]) { incoming.yield(message) }

  func leave() { incoming.finish() }

  private func talk(on channel: any Channel) async {
    let opening = Task { await openServer(on: channel) }
    let telling = Task {
      if let server = await opening.value { await sendOutput(server, on: channel) }
    }
    await answer(by: opening, on: channel)
    state.withLock { $0.server }?.cancelAll()
    telling.cancel()
    opening.cancel()
    await pages.forget(self)
  }

  /// Creates the list of the page.
  ///
  /// If that fails, reports the error to the page and returns nil.
  private func openServer(on channel: any Channel) async -> Server? {
    do {
      let offer = try await offer(on: channel)
      state.withLock { $0.list = offer.list }
      let server = await Server.offering(offer)
      state.withLock { $0.server = server }
      await rest()
      return server
    } catch {
      let failed = Self.notification("failed", ["reason": .string("\(error)")])
      channel.write(PageOutput.messages([failed]), promise: nil)
      channel.writeAndFlush(PageOutput.end(.tryAgainLater), promise: nil)
      return nil
    }
  }

  /// Marks an answer, or the creation of the list, as finished.
  ///
  /// Then closes the page if that is pending and nothing else is unfinished.
  private func rest() async {
    let closes = state.withLock { state in
      state.unfinished -= 1
      return state.isClosing && state.unfinished == 0
    }
    if closes { await end() }
  }

  /// Closes the page after its pending output.
  private func end() async {
    let (channel, server) = state.withLock { ($0.channel, $0.server) }
    guard let channel else { return }
    if let server { _ = writeOutput(server, on: channel) }
    channel.writeAndFlush(PageOutput.end(.goingAway), promise: nil)
  }

  /// Returns the list of the page, and sends progress messages until it is there.
  private func offer(on channel: any Channel) async throws -> Offer {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.sendProgress(on: channel) }
      defer { group.cancelAll() }
      return try await pages.offer(to: self)
    }
  }

  private func sendProgress(on channel: any Channel) async throws {
    while !Task.isCancelled, let reached = pages.reached {
      let loading = Self.notification(
        "loading",
        [
          "rows": .integer(reached.rows), "bytes": .integer(reached.bytes),
          "totalBytes": reached.totalBytes.map(JSON.integer) ?? .null,
        ])
      try await channel.writeAndFlush(PageOutput.messages([loading])).get()
      try await Task.sleep(for: Self.progressPause)
    }
  }

  /// Answers messages; those that arrive before the list is there wait for it.
  private func answer(by opening: Task<Server?, Never>, on channel: any Channel) async {
    for await message in messages {
      guard let server = await opening.value else { return }
      state.withLock { $0.unfinished += 1 }
      server.receive(message) { Task { await self.rest() } }
      await withCheckedContinuation { continuation in
        server.whenThereIsRoom { continuation.resume() }
      }
      channel.write(PageOutput.readMore, promise: nil)
    }
  }

  /// Sends the output of the server.
  private func sendOutput(_ server: Server, on channel: any Channel) async {
    for await _ in server.output.wakeups {
      try? await writeOutput(server, on: channel)?.get()
      server.outputIsWritten()
    }
  }

  /// Moves pending output to the channel.
  ///
  /// - Returns: Completes when the output is written; nil if there is none.
  private func writeOutput(_ server: Server, on channel: any Channel) -> EventLoopFuture<Void>? {
    // Take and put under one lock, so that concurrent callers keep the order.
    sending.withLock { _ in
      let lines = server.output.drain()
      return lines.isEmpty ? nil : channel.writeAndFlush(PageOutput.messages(lines))
    }
  }

  private static func notification(_ method: String, _ params: JSON) -> [UInt8] {
    var bytes: [UInt8] = []
    let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    message.write(into: &bytes)
    return bytes
  }
}
