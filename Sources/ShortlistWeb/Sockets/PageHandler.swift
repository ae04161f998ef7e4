import NIOCore
import NIOWebSocket

/// Connects the socket of a page to its delegate: answers control frames, sends pings, and holds
/// back reading while messages are waiting.
final class PageHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = PageOutput
  typealias OutboundOut = WebSocketFrame

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
    if waiting > 0 { isHeld = true } else { context.read() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isEnded { return }
    let frame = Self.unwrapInboundIn(data)
    switch frame.opcode {
    case .text:
      waiting += 1
      page.receive(Array(buffer: frame.unmaskedData))
    case .ping: send(.pong, frame.unmaskedData, context)
    case .connectionClose: end(.normalClosure, context)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let reason = CloseReason(error) {
      end(reason, context)
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
      if waiting == 0, isHeld {
        isHeld = false
        context.read()
      }
      promise?.succeed()
    case .end(let reason):
      end(reason, context)
      promise?.succeed()
    }
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

  private func end(_ reason: CloseReason, _ context: ChannelHandlerContext) {
    if isEnded { return }
    isEnded = true
    page.leave()
    context.writeAndFlush(Self.wrapOutboundOut(reason.frame)).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }
}
