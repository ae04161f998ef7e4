import FlyingFox
import Foundation
import ShortlistJSON
import ShortlistRPC
import Synchronization

/// The socket of one page: messages of the protocol in both directions, for one list.
///
/// A message is answered when all that was answered before is on its way: who does not read is not
/// answered, and news are added up meanwhile.
final class PageSocket: WSHandler {
  private let limits: WebLimits
  private let open: WebServer.Opener
  private let isClosed: @Sendable (PageSocket) -> Void
  private let outgoing = FrameQueue()
  private let state = Mutex(State())

  private struct State {
    /// Whether a message is being answered.
    var isAnswering = false
    /// Whether the page is closed when that is done.
    var isClosing = false
  }

  init(
    limits: WebLimits, open: @escaping WebServer.Opener,
    isClosed: @escaping @Sendable (PageSocket) -> Void
  ) {
    (self.limits, self.open, self.isClosed) = (limits, open, isClosed)
  }

  /// Closes the page, after what waits for it and the answer that is being worked out: that may be the
  /// one to the request that has led here.
  func close() async {
    let isAnswering = state.withLock { state in
      state.isClosing = true
      return state.isAnswering
    }
    if !isAnswering { outgoing.end(.close(code: .goingAway)) }
  }

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let talking = Task { await talk(client) }
    return AsyncStream { [outgoing] in
      await outgoing.next()
    } onCancel: { [self] in
      talking.cancel()
      outgoing.end(nil)
      isClosed(self)
    }
  }

  private func talk(_ client: AsyncThrowingStream<WSFrame, any Error>) async {
    defer {
      outgoing.end(nil)
      isClosed(self)
    }
    let server: Server
    do {
      server = await .offering(try await open())
    } catch {
      outgoing.put(Self.failure("\(error)"))
      outgoing.end(.close(code: .tryAgainLater))
      return
    }
    await withTaskGroup { group in
      group.addTask { await self.tell(server) }
      group.addTask { await self.keepAlive() }
      await answer(client, by: server)
      group.cancelAll()
    }
  }

  private func answer(_ client: AsyncThrowingStream<WSFrame, any Error>, by server: Server) async {
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
          state.withLock { $0.isAnswering = true }
          await server.answer(message)
          await send(server)
          let isClosing = state.withLock { state in
            state.isAnswering = false
            return state.isClosing
          }
          if isClosing { return outgoing.end(.close(code: .goingAway)) }
        case .send(let frame): outgoing.put(frame)
        case .end(let frame): return outgoing.end(frame)
        }
      }
    } catch {
      outgoing.end(.close(code: .protocolError))
    }
  }

  /// Sends what happens without being asked for.
  private func tell(_ server: Server) async {
    for await _ in server.output.arrivals {
      await send(server)
      await server.tellNews()
    }
  }

  /// Sends what waits, and waits until it is on its way.
  private func send(_ server: Server) async {
    for line in server.output.takeAll() {
      outgoing.put(WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(line)))
    }
    await outgoing.untilEmpty()
  }

  /// Asks for signs of life.
  private func keepAlive() async {
    while !Task.isCancelled {
      do { try await Task.sleep(for: .seconds(limits.silence / 3)) } catch { return }
      outgoing.put(WSFrame(fin: true, opcode: .ping, mask: nil, payload: Data()))
    }
  }

  private static func failure(_ reason: String) -> WSFrame {
    var bytes: [UInt8] = []
    let message: JSON = [
      "jsonrpc": "2.0", "method": "failed", "params": ["reason": .string(reason)],
    ]
    message.write(into: &bytes)
    return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(bytes))
  }
}
