import NIOCore
import NIOEmbedded
import NIOWebSocket
import Synchronization
import Testing

@testable import ShortlistWeb

/// A page that notes what reaches it.
final class RecordingPage: PageDelegate {
  private let texts = Mutex<[String]>([])
  private let leaving = Mutex(false)

  var messages: [String] { texts.withLock(\.self) }
  var hasLeft: Bool { leaving.withLock(\.self) }

  func open(on channel: any Channel) {}

  func receive(_ message: [UInt8]) {
    texts.withLock { $0.append(String(decoding: message, as: UTF8.self)) }
  }

  func leave() { leaving.withLock { $0 = true } }
}

@Suite("The socket of a page")
struct PageHandlerTests {
  private let page = RecordingPage()
  private let loop = EmbeddedEventLoop()
  private let channel: EmbeddedChannel

  init() throws {
    var limits = WebLimits()
    limits.messageBytes = 10
    limits.messageFrames = 12
    limits.messagesAtOnce = 20
    channel = EmbeddedChannel(loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
    try channel.pipeline.syncOperations.addHandlers(
      FrameValidator.handlers(limits) + [PageHandler(page, pingPause: .seconds(20))])
  }

  /// The bytes of a frame as a client sends it.
  private func frame(_ first: UInt8, _ text: String, mask: [UInt8] = [1, 2, 0x80, 0xFF]) -> [UInt8]
  {
    let payload = text.utf8.enumerated().map { $1 ^ (mask.isEmpty ? 0 : mask[$0 & 3]) }
    return [first, (mask.isEmpty ? 0 : 0x80) | UInt8(text.utf8.count)] + mask + payload
  }

  private func send(_ bytes: [UInt8]) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

  /// The bytes that were sent to the client.
  private func sent() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let part = try channel.readOutbound(as: ByteBuffer.self) { bytes += Array(buffer: part) }
    return bytes
  }

  /// The code of the frame that has closed the socket; nil if it is open.
  private func code() throws -> Int? {
    let bytes = try sent()
    guard !channel.isActive, page.hasLeft, bytes.first == 0x88, bytes.count >= 4 else { return nil }
    #expect(bytes[1] == UInt8(bytes.count - 2))
    return Int(bytes[2]) << 8 | Int(bytes[3])
  }

  @Test("a text in one frame, and in several with a sign of life between")
  func messages() throws {
    try send(
      frame(0x81, "one") + frame(0x01, "t") + frame(0x89, "?") + frame(0x8A, "")
        + frame(0x00, "w") + frame(0x80, "o"))
    #expect(page.messages == ["one", "two"])
    #expect(try sent() == [0x8A, 1, UInt8(ascii: "?")])
    try send(frame(0x88, "") + frame(0x81, "no more"))
    #expect(try code() == 1000)
    #expect(page.messages == ["one", "two"])
  }

  @Test("a message that is too long ends the socket, however it is cut", arguments: 1...11)
  func limit(size: Int) throws {
    let text = String(repeating: "x", count: 11)
    for start in stride(from: 0, to: 11, by: size) {
      #expect(channel.isActive)
      let isLast = start + size >= 11
      let first: UInt8 = (isLast ? 0x80 : 0) | (start == 0 ? 1 : 0)
      try send(frame(first, String(text.dropFirst(start).prefix(size))))
    }
    #expect(try code() == 1009)
    #expect(page.messages == [])
  }

  @Test("a message of ten bytes is not too long, nor one of twelve frames")
  func atLimit() throws {
    try send(frame(0x81, "0123456789"))
    try send(frame(0x01, ""))
    for _ in 0..<10 { try send(frame(0x00, "")) }
    try send(frame(0x80, "x"))
    #expect(page.messages == ["0123456789", "x"])
  }

  @Test(
    "what no client may send ends the socket",
    arguments: [
      (1002, [0x80, 0x81, 0, 0, 0, 0, 1]), (1002, [0x83, 0x80, 0, 0, 0, 0]),
      (1002, [0x8B, 0x80, 0, 0, 0, 0]), (1003, [0x82, 0x80, 0, 0, 0, 0]),
      (1002, [0x01, 0x80, 0, 0, 0, 0, 0x81, 0x80, 0, 0, 0, 0]), (1002, [0xC1, 0x80, 0, 0, 0, 0]),
      (1002, [0xA1, 0x80, 0, 0, 0, 0]), (1002, [0x91, 0x80, 0, 0, 0, 0]), (1002, [0x81, 0]),
      (1002, [0x09, 0x80, 0, 0, 0, 0]), (1009, [0x81, 0x8B]),
      (1009, [0x81, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      (1009, [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(Int, [UInt8])])
  func wrong(code: Int, bytes: [UInt8]) throws {
    try send(bytes)
    #expect(try self.code() == code)
    #expect(page.messages == [])
  }

  @Test("too many frames at once end the socket")
  func tooMany() throws {
    for _ in 0..<25 where channel.isActive { try send(frame(0x8A, "")) }
    #expect(try code() == 1008)
  }

  @Test(
    "the length of a frame takes as many bytes as it needs",
    arguments: [
      (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
      (0xFFFF, [0x81, 126, 0xFF, 0xFF]), (0x10000, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func length(count: Int, start: [UInt8]) throws {
    let payload = [UInt8](repeating: 7, count: count)
    channel.writeAndFlush(PageOutput.messages([payload, payload]), promise: nil)
    #expect(try sent() == start + payload + start + payload)
  }

  @Test("nothing is written after the end")
  func ending() throws {
    channel.writeAndFlush(PageOutput.messages([[1]]), promise: nil)
    channel.writeAndFlush(PageOutput.end(.goingAway), promise: nil)
    channel.writeAndFlush(PageOutput.messages([[2]]), promise: nil)
    #expect(try sent() == [0x81, 1, 1, 0x88, 12, 3, 0xE9] + Array("Going Away".utf8))
    #expect(page.hasLeft)
  }

  @Test("the server closes the connection when the page has read why, or has had its time")
  func closing() throws {
    let reads = ReadCounter()
    try channel.pipeline.syncOperations.addHandler(reads, position: .first)
    try send(frame(0x81, "asked"))
    channel.read()
    #expect(reads.count == 0)
    channel.writeAndFlush(PageOutput.end(.goingAway), promise: nil)
    // What the page still sends is read, so that the system does not reset the connection.
    #expect(reads.count == 1)
    channel.write(PageOutput.readMore, promise: nil)
    try send(frame(0x81, "too late") + frame(0x89, "?"))
    channel.read()
    #expect(reads.count == 2 && channel.isActive)
    #expect(page.messages == ["asked"])
    try send(frame(0x88, ""))
    #expect(!channel.isActive)
  }

  @Test("a page that does not confirm the end is closed")
  func silent() throws {
    channel.writeAndFlush(PageOutput.end(.goingAway), promise: nil)
    loop.advanceTime(by: PageHandler.closeTimeout - .milliseconds(1))
    #expect(channel.isActive)
    loop.advanceTime(by: .milliseconds(1))
    #expect(!channel.isActive)
    #expect(try sent() == [0x88, 12, 3, 0xE9] + Array("Going Away".utf8))
  }

  @Test("nothing is read while a message waits")
  func holding() throws {
    let reads = ReadCounter()
    try channel.pipeline.syncOperations.addHandler(reads, position: .first)
    channel.read()
    #expect(reads.count == 1)
    try send(frame(0x81, "a") + frame(0x81, "b"))
    channel.read()
    channel.read()
    #expect(reads.count == 1)
    channel.write(PageOutput.readMore, promise: nil)
    #expect(reads.count == 1)
    channel.write(PageOutput.readMore, promise: nil)
    #expect(reads.count == 2)
    channel.read()
    #expect(reads.count == 3)
  }

  @Test("pings are sent")
  func pings() throws {
    loop.advanceTime(by: .seconds(19))
    #expect(try sent() == [])
    loop.advanceTime(by: .seconds(21))
    #expect(try sent() == [0x89, 0, 0x89, 0])
    try channel.close().wait()
    loop.advanceTime(by: .seconds(60))
    #expect(page.hasLeft)
  }
}

private final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = NIOAny
  var count = 0

  func read(context: ChannelHandlerContext) {
    count += 1
    context.read()
  }
}
