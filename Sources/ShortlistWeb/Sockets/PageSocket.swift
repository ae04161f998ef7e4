import FlyingFox
import Foundation
import Shortlist
import ShortlistJSON
import ShortlistRPC
import Synchronization

/// The WebSocket of one page, which carries protocol messages in both directions for one list.
///
/// If the page does not read, answers pause after a while, and list updates are merged.
final class PageSocket: WSHandler {
  /// The interval of progress messages while rows are being read.
  private static let progressPause = Duration.milliseconds(250)

  /// The name by which the page is recognised when it reconnects; nil if it has none.
  let name: String?
  private let pages: Pages
  private let outgoing = FrameQueue()
  private let state = Mutex(State())
  /// Held while output moves from the server to the frame queue.
  private let sending = Mutex(())

  private struct State {
    var talking: Task<Void, Never>?
    var list: LiveList?
    var server: Server?
    /// The number of messages being answered, plus one while the list is being created.
    var unfinished = 1
    /// Whether to close the page when `unfinished` reaches zero.
    var isClosing = false
  }

  /// Creates the socket of a page.
  init(_ name: String?, of pages: Pages) { (self.name, self.pages) = (name, pages) }

  private var limits: WebLimits { pages.limits }

  /// The selected rows of the page; nil if it has no list yet.
  var picked: [RowID]? {
    get async {
      guard let list = state.withLock({ $0.list }) else { return nil }
      return try? await list.selection(limit: .max).ids
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

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    frames(for: client)
  }

  /// Returns the frames for a client, given the frames that it sends.
  func frames(for client: AsyncThrowingStream<WSFrame, any Error>) -> AsyncStream<WSFrame> {
    let talking = Task { await talk(client) }
    state.withLock { $0.talking = talking }
    let outgoing = outgoing
    return AsyncStream {
      await outgoing.next()
    } onCancel: {
      outgoing.end(nil)
    }
  }

  /// Ends the socket after the client has gone.
  ///
  /// Nothing is read any more when this returns.
  func leave() async {
    let talking = state.withLock { $0.talking }
    talking?.cancel()
    outgoing.end(nil)
    await talking?.value
    await pages.forget(self)
  }

  private func talk(_ client: AsyncThrowingStream<WSFrame, any Error>) async {
    let opening = Task { await openServer() }
    let others = [
      Task { if let server = await opening.value { await tell(server) } },
      Task { await keepAlive() },
    ]
    await answer(client, by: opening)
    state.withLock { $0.server }?.cancelAll()
    for task in others { task.cancel() }
    opening.cancel()
    outgoing.end(nil)
    await pages.forget(self)
  }

  /// Creates the list of the page.
  ///
  /// If that fails, reports the error to the page and returns nil.
  private func openServer() async -> Server? {
    do {
      let offer = try await offer()
      state.withLock { $0.list = offer.list }
      let server = await Server.offering(offer)
      state.withLock { $0.server = server }
      await rest()
      return server
    } catch {
      outgoing.put(Self.notification("failed", ["reason": .string("\(error)")]))
      outgoing.end(.close(code: .tryAgainLater))
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
    if let server = state.withLock({ $0.server }) { put(server) }
    outgoing.end(.close(code: .goingAway))
  }

  /// Returns the list of the page, and sends progress messages until it is there.
  private func offer() async throws -> Offer {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.tellProgress() }
      defer { group.cancelAll() }
      return try await pages.offer(to: self)
    }
  }

  private func tellProgress() async {
    while !Task.isCancelled, let reached = pages.reached {
      outgoing.put(
        Self.notification(
          "loading",
          [
            "rows": .integer(reached.rows), "bytes": .integer(reached.bytes),
            "totalBytes": reached.totalBytes.map(JSON.integer) ?? .null,
          ]))
      await outgoing.untilEmpty()
      do { try await Task.sleep(for: Self.progressPause) } catch { return }
    }
  }

  /// Answers messages; those that arrive before the list is there wait for it.
  private func answer(
    _ client: AsyncThrowingStream<WSFrame, any Error>, by opening: Task<Server?, Never>
  ) async {
    var assembler = MessageAssembler(limit: limits.messageBytes)
    let clock = ContinuousClock()
    var rate = RateLimit(
      perSecond: limits.messagesPerSecond, atOnce: limits.messagesAtOnce, at: clock.now)
    do {
      for try await frame in client {
        if !rate.take(at: clock.now) {
          return outgoing.end(.close(code: WSCloseCode(1008, reason: "too many messages")))
        }
        switch assembler.take(frame) {
        case .nothing: break
        case .answer(let message):
          guard let server = await opening.value else { return }
          state.withLock { $0.unfinished += 1 }
          server.receive(message) { Task { await self.rest() } }
          await withCheckedContinuation { continuation in
            server.whenThereIsRoom { continuation.resume() }
          }
        case .send(let frame): outgoing.put(frame)
        case .end(let frame): return outgoing.end(frame)
        }
      }
    } catch WSFrame.Unreadable.tooLong {
      outgoing.end(.close(code: .messageTooBig))
    } catch WSFrame.Unreadable.malformed {
      outgoing.end(.close(code: .protocolError))
    } catch {
      // The page is gone.
    }
  }

  /// Sends the output of the server.
  private func tell(_ server: Server) async {
    for await _ in server.output.arrivals {
      put(server)
      await outgoing.untilEmpty()
      server.outputIsWritten()
    }
  }

  /// Moves pending output to the frame queue.
  private func put(_ server: Server) {
    // Take and put under one lock, so that concurrent callers keep the order.
    sending.withLock { _ in
      for line in server.output.takeAll() {
        outgoing.put(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(line)))
      }
    }
  }

  /// Sends pings.
  private func keepAlive() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(limits.silence / 3)) } catch { return }
      outgoing.put(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data()))
    }
  }

  private static func notification(_ method: String, _ params: JSON) -> WSFrame {
    var bytes: [UInt8] = []
    let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
    message.write(into: &bytes)
    return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(bytes))
  }
}
