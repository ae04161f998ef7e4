import NIOCore
import NIOEmbedded
import Testing

@testable import ShortlistWeb

@Suite("Limits of connections")
struct ConnectionTests {
  @Test("no more clients come in than may be")
  func clients() throws {
    let listener = EmbeddedChannel(handler: ConnectionLimit(2))
    let clients = try (0..<3).map { _ in
      let client = EmbeddedChannel(loop: listener.embeddedEventLoop)
      try client.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
      return client
    }
    for client in clients { listener.pipeline.fireChannelRead(client as any Channel) }
    #expect(clients.map(\.isActive) == [true, true, false])
    try clients[0].close().wait()
    listener.embeddedEventLoop.run()
    let another = EmbeddedChannel(loop: listener.embeddedEventLoop)
    try another.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
    listener.pipeline.fireChannelRead(another as any Channel)
    #expect(another.isActive)
  }

  @Test("after a failure to accept, the server pauses for a moment")
  func pause() throws {
    let listener = EmbeddedChannel(handler: ConnectionLimit(2))
    func reads() -> Bool? {
      listener.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
    }
    #expect(reads() == nil)
    listener.pipeline.fireErrorCaught(IOError(errnoCode: 24, reason: "accept"))
    #expect(reads() == false)
    listener.embeddedEventLoop.advanceTime(by: .milliseconds(49))
    #expect(reads() == false)
    listener.embeddedEventLoop.advanceTime(by: .milliseconds(1))
    #expect(reads() == true)
    try listener.throwIfErrorCaught()
  }

  @Test("a client that is waited for must send something, one that is not need not")
  func sending() throws {
    let loop = EmbeddedEventLoop()
    let channel = EmbeddedChannel(handler: TimeLimit(.seconds(16)), loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
    channel.read()
    for _ in 0..<3 {
      loop.advanceTime(by: .seconds(15))
      try channel.writeInbound(ByteBuffer(string: "x"))
      loop.advanceTime(by: .seconds(60))
      #expect(channel.isActive)
      channel.read()
    }
    loop.advanceTime(by: .seconds(17))
    #expect(!channel.isActive)
  }

  @Test("a client must read something of what is written to it")
  func reading() {
    let start = NIODeadline.uptimeNanoseconds(1)
    var progress = ConnectionProgress()
    var now = start
    func isStalled(after seconds: Int64, buffered: Int) -> Bool {
      now = now + .seconds(seconds)
      return progress.isStalled(for: .seconds(10), buffered: buffered, at: now)
    }
    #expect(!isStalled(after: 100, buffered: 0))
    progress.written = 100
    #expect(!isStalled(after: 9, buffered: 100))
    // The client reads a byte, and the server writes more than that.
    progress.written = 150
    #expect(!isStalled(after: 9, buffered: 149))
    #expect(!isStalled(after: 9, buffered: 149))
    progress.written = 200
    #expect(isStalled(after: 1, buffered: 199))
    #expect(!isStalled(after: 1, buffered: 0))
  }
}
