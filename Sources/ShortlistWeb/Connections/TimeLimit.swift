import NIOCore

/// Closes a connection whose client does not send or read anything for a time.
///
/// The time to send begins when the server wants to read, and ends with the next message that
/// reaches this handler. Behind a decoder, that is a complete message.
final class TimeLimit: ChannelDuplexHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The time limit; a new one applies from the next check.
  var limit: TimeAmount
  private var progress = ConnectionProgress()
  private var timer: Scheduled<Void>?

  init(_ limit: TimeAmount) { self.limit = limit }

  func read(context: ChannelHandlerContext) {
    if progress.waitingSince == nil { progress.waitingSince = context.eventLoop.now }
    if timer == nil { scheduleCheck(context) }
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    progress.waitingSince = nil
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    progress.written += Self.unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  private func scheduleCheck(_ context: ChannelHandlerContext) {
    // A connection can exceed its limit by this time.
    let pause = TimeAmount.nanoseconds(limit.nanoseconds / 16)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { self.check(context) }
  }

  private func check(_ context: ChannelHandlerContext) {
    let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
    if progress.isStalled(for: limit, buffered: buffered ?? 0, at: context.eventLoop.now) {
      context.close(promise: nil)
    } else {
      scheduleCheck(context)
    }
  }
}
