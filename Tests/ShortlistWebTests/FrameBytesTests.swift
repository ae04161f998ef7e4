import FlyingFox
import Foundation
import Testing

@testable import ShortlistWeb

@Suite("Frames become bytes")
struct FrameBytesTests {
  @Test(
    "the length takes as many bytes as it needs",
    arguments: [
      (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
      (0xFFFF, [0x81, 126, 0xFF, 0xFF]), (0x10000, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func length(count: Int, start: [UInt8]) {
    let payload = Data(repeating: 7, count: count)
    let frame = WSFrame(fin: true, opcode: .text, mask: nil, payload: payload)
    #expect(frame.bytes == Data(start) + payload)
  }

  @Test("the end of a message, and other kinds of frames")
  func kinds() {
    let part = WSFrame(fin: false, opcode: .continuation, mask: nil, payload: Data([1]))
    #expect(part.bytes == Data([0x00, 1, 1]))
    #expect(WSFrame.close(code: .messageTooBig).bytes.prefix(4) == Data([0x88, 17, 0x03, 0xF1]))
  }
}

@Suite("How many there are at a time")
struct ConnectionCounterTests {
  @Test("no more come in than may be")
  func limit() async {
    let census = ConnectionCounter()
    let entered = (0..<4).map { _ in census.enter(atMost: 3) }
    #expect(entered == [true, true, true, false])
    census.leave()
    let again = (0..<2).map { _ in census.enter(atMost: 3) }
    #expect(again == [true, false])
    for _ in 0..<3 { census.leave() }
    await census.waitForEnd(atMost: .seconds(60))
    #expect(census.enter(atMost: 1))
  }
}
