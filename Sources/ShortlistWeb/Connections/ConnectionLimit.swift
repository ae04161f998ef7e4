import NIOCore

/// Closes the accepted connections that exceed a maximum number, and pauses when the system has no
/// more sockets.
///
/// It belongs in the pipeline of the listening socket.
final class ConnectionLimit: ChannelInboundHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel

  /// The pause after a connection could not be accepted; some clients may disconnect meanwhile.
  private static let pause = TimeAmount.milliseconds(50)

  private let limit: Int
  private var count = 0

  init(_ limit: Int) { self.limit = limit }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let client = Self.unwrapInboundIn(data)
    guard count < limit else { return client.close(promise: nil) }
    count += 1
    client.closeFuture.hop(to: context.eventLoop).assumeIsolated().whenComplete { _ in
      self.count -= 1
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // NIO pauses too, but goes on to poll the socket, which is ready all the time.
    setReading(false, context)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      self.setReading(true, context)
    }
  }

  private func setReading(_ reads: Bool, _ context: ChannelHandlerContext) {
    // It fails after the socket is closed.
    try? context.channel.syncOptions?.setOption(.autoRead, value: reads)
  }
}
