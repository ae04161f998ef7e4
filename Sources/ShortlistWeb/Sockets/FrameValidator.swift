import NIOCore
import NIOWebSocket

/// Refuses frames that a page must not send, and frames that arrive too fast.
///
/// NIO's decoder checks lengths and control frames; its aggregator checks the order of fragments.
final class FrameValidator: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private var rate: RateLimit

  init(_ limits: WebLimits) {
    rate = RateLimit(
      perSecond: limits.messagesPerSecond, atOnce: limits.messagesAtOnce, at: .now)
  }

  /// Returns the handlers that turn the bytes of a socket into complete messages, and back.
  static func handlers(_ limits: WebLimits) -> [any ChannelHandler] {
    [
      WebSocketFrameEncoder(),
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limits.messageBytes)),
      FrameValidator(limits),
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: limits.messageFrames,
        maxAccumulatedFrameSize: limits.messageBytes),
    ]
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if let reason = refusal(of: Self.unwrapInboundIn(data)) {
      context.fireErrorCaught(reason)
    } else {
      context.fireChannelRead(data)
    }
  }

  private func refusal(of frame: WebSocketFrame) -> CloseReason? {
    if !rate.consume(at: .now) { return .tooManyMessages }
    // Clients must mask their frames.
    if frame.maskKey == nil || frame.rsv1 || frame.rsv2 || frame.rsv3 { return .protocolError }
    switch frame.opcode {
    case .text, .continuation, .ping, .pong, .connectionClose: return nil
    case .binary: return .unsupportedData
    default: return .protocolError
    }
  }
}
