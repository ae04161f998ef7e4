import NIOCore
import NIOWebSocket

/// Connects the socket of a page to its delegate: answers control frames, sends pings, and holds
/// back reading while messages are waiting.
final class PageHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = PageOutput
  typealias OutboundOut = WebSocketFrame

  /// How long a page has to answer when the server closes its socket.
  static let closeTimeout = TimeAmount.seconds(2)

  private let page: any PageDelegate
  private let pingPause: TimeAmount
  private var pinging: Scheduled<Void>?
  /// The number of messages that are waiting.
  private var waiting = 0
  /// Whether a read was held back.
  private var isHeld = false
  private var isEnded = false

  init(_ page: any PageDelegate, pingPause: TimeAmount) {
    (self.page, self.pingPause) = (page, pingPause)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    page.open(on: context.channel)
    schedulePing(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    pinging?.cancel()
    page.leave()
    context.fireChannelInactive()
  }

  private func schedulePing(_ context: ChannelHandlerContext) {
    pinging = context.eventLoop.assumeIsolated().scheduleTask(in: pingPause) {
      if self.isEnded { return }
      self.send(.ping, ByteBuffer(), context)
      self.schedulePing(context)
    }
  }

  // Input

  func read(context: ChannelHandlerContext) {
    if waiting > 0 && !isEnded { isHeld = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    if isEnded {
      if frame.opcode == .connectionClose { context.close(promise: nil) }
      return
    }
    switch frame.opcode {
    case .text:
      let message = Array(buffer: frame.unmaskedData)
      guard String(validating: message, as: UTF8.self) != nil else {
        return closeAfterWriting(.invalidText, context)
      }
      waiting += 1
      page.receive(message)
    case .ping: send(.pong, frame.unmaskedData, context)
    case .connectionClose: closeAfterWriting(.normalClosure, context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let reason = CloseReason(error), !isEnded {
      closeAfterWriting(reason, context)
    } else {
      context.close(promise: nil)
    }
  }

  // Output

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch Self.unwrapOutboundIn(data) {
    case .messages(let messages):
      write(messages, context, promise)
    case .readMore:
      waiting -= 1
      if waiting == 0 { readIfHeld(context) }
      promise?.succeed()
    case .end(let reason):
      closeAfterAnswer(reason, context)
      promise?.succeed()
    }
  }

  private func readIfHeld(_ context: ChannelHandlerContext) {
    if !isHeld { return }
    isHeld = false
    context.read()
  }

  private func write(
    _ messages: [[UInt8]], _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    if isEnded { return promise?.fail(ChannelError.outputClosed) ?? () }
    let frames = messages.map { message in
      Self.wrapOutboundOut(
        WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(bytes: message)))
    }
    for frame in frames.dropLast() { context.write(frame, promise: nil) }
    if let last = frames.last { context.write(last, promise: promise) } else { promise?.succeed() }
  }

  private func send(
    _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    let frame = WebSocketFrame(fin: true, opcode: opcode, data: data)
    context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
  }

  /// Sends the reason; returns when it is written, or nil if one was sent before.
  private func end(
    _ reason: CloseReason, _ context: ChannelHandlerContext
  ) -> EventLoopFuture<Void>? {
    if isEnded { return nil }
    isEnded = true
    page.leave()
    return context.writeAndFlush(Self.wrapOutboundOut(reason.frame))
  }

  /// Closes the connection as soon as the reason is sent.
  private func closeAfterWriting(_ reason: CloseReason, _ context: ChannelHandlerContext) {
    end(reason, context)?.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
  }

  /// Closes the connection when the page has confirmed the reason (RFC 6455, section 7.1.1).
  ///
  /// A page may send requests before it reads the reason. If the connection were closed before they
  /// are read, the system would reset it, and the page would lose answers that it has not read yet.
  private func closeAfterAnswer(_ reason: CloseReason, _ context: ChannelHandlerContext) {
    guard end(reason, context) != nil else { return }
    pinging?.cancel()
    pinging = context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeTimeout) {
      context.close(promise: nil)
    }
    readIfHeld(context)
  }
}
