import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket

@testable import ShortlistWeb

extension EmbeddedChannel {
  /// A connection that these handlers serve.
  fileprivate static func serving(_ handlers: [any ChannelHandler]) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers(handlers)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
    return channel
  }

  /// Receives bytes as from a socket: some at a time, until the connection is closed.
  fileprivate func receive(_ bytes: [UInt8], step: Int) throws {
    var rest = bytes[...]
    while !rest.isEmpty, isActive {
      try writeInbound(ByteBuffer(bytes: rest.prefix(step)))
      rest = rest.dropFirst(step)
    }
    embeddedEventLoop.run()
  }

  /// All bytes that were sent.
  fileprivate func sent() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let part = try readOutbound(as: ByteBuffer.self) { bytes += Array(buffer: part) }
    return bytes
  }
}

/// Checks that the answers do not depend on how the input is divided, and that a request without
/// the token is refused.
enum RequestCheck {
  private static let handler: WebHandler = {
    let gatekeeper = Gatekeeper(WebOptions())
    gatekeeper.setPort(80)
    return WebHandler(gatekeeper: gatekeeper, files: [:])
  }()

  static func run(_ input: inout Input) async throws {
    let step = 1 + input.number(below: 64)
    let bytes = input.bytes()
    let whole = try answers(bytes, step: max(1, bytes.count))
    try requireSame(try answers(bytes, step: step), whole, "the answers")
    for answer in String(decoding: whole, as: UTF8.self).split(separator: "HTTP/1.1 ") {
      try require(answer.hasPrefix("4"), "a request without the token was accepted: \(answer)")
      try require(answer.contains("\r\nContent-Security-Policy: default-src 'none'"), "\(answer)")
    }
  }

  private static func answers(_ bytes: [UInt8], step: Int) throws -> [UInt8] {
    var limits = WebLimits()
    limits.headBytes = 2048
    let pages = Pages(limits: limits, progress: { nil }) { throw CancellationError() }
    let channel = try EmbeddedChannel.serving(RequestHandler(handler, pages: pages).handlers)
    try channel.receive(bytes, step: step)
    let sent = try channel.sent()
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return sent
  }
}

/// Frames make the same messages in whatever pieces they come, messages are no longer than may be,
/// and a message is the same when it was written and read again.
enum SocketCheck {
  /// Notes what reaches a page.
  private final class Page: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    var messages: [[UInt8]] = []
    var end: CloseReason?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = Self.unwrapInboundIn(data)
      guard end == nil, frame.opcode == .text else { return }
      messages.append(Array(buffer: frame.unmaskedData))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if end == nil { end = CloseReason(error) }
    }
  }

  static func run(_ input: inout Input) async throws {
    let step = 1 + input.number(below: 64)
    let bytes = input.bytes()
    let whole = try receive(bytes, step: max(1, bytes.count))
    let parts = try receive(bytes, step: step)
    try requireSame(parts.messages, whole.messages, "the messages")
    try requireSame(parts.end, whole.end, "the end")
    for message in whole.messages {
      try require(message.count <= 512, "a message of \(message.count) bytes")
      try checkWriting(message)
    }
  }

  private static func receive(_ bytes: [UInt8], step: Int) throws -> Page {
    var limits = WebLimits()
    // The rate depends on time.
    (limits.messageBytes, limits.messagesAtOnce) = (512, .infinity)
    let page = Page()
    let channel = try EmbeddedChannel.serving(FrameValidator.handlers(limits) + [page])
    try channel.receive(bytes, step: step)
    _ = try? channel.finish(acceptAlreadyClosed: true)
    return page
  }

  /// What is sent is in one piece and not masked.
  private static func checkWriting(_ message: [UInt8]) throws {
    let mask: WebSocketMaskingKey = [1, 0x80, 0xFF, 0]
    for key in [nil, mask] {
      let channel = try EmbeddedChannel.serving([WebSocketFrameEncoder()])
      var data = ByteBuffer(bytes: message)
      if let key { data.webSocketMask(key) }
      let frame = WebSocketFrame(
        fin: true, opcode: .text, maskKey: key, data: ByteBuffer(bytes: message))
      channel.writeAndFlush(frame, promise: nil)
      let bytes = try channel.sent()
      try require(bytes.suffix(message.count).elementsEqual(data.readableBytesView), "\(message)")
      if key != nil {
        try requireSame(try receive(bytes, step: 7).messages, [message], "what was read again")
      } else {
        try require(bytes.count >= 2 && bytes[0] == 0x81 && bytes[1] & 0x80 == 0, "\(message)")
      }
      _ = try? channel.finish(acceptAlreadyClosed: true)
    }
  }
}
