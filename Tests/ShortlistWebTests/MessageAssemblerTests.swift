import FlyingFox
import Foundation
import Testing

@testable import ShortlistWeb

@Suite("Frames become messages")
struct MessageAssemblerTests {
  private func frame(
    _ opcode: WSFrame.Opcode, _ text: String = "", isLast: Bool = true
  ) -> WSFrame {
    WSFrame(fin: isLast, opcode: opcode, mask: nil, payload: Data(text.utf8))
  }

  /// What frames ask for, one after the other.
  private func actions(limit: Int = 100, _ frames: WSFrame...) -> [MessageAssembler.Action] {
    var assembler = MessageAssembler(limit: limit)
    return frames.map { assembler.take($0) }
  }

  @Test("a text in one frame, and in several with a sign of life between")
  func messages() {
    let actions = actions(
      frame(.text, "one"), frame(.text, "t", isLast: false), frame(.ping, "?"), frame(.pong),
      frame(.continuation, "w", isLast: false), frame(.continuation, "o"), frame(.close))
    #expect(
      actions == [
        .answer(Array("one".utf8)), .nothing, .send(frame(.pong, "?")), .nothing, .nothing,
        .answer(Array("two".utf8)), .end(.close(code: .normalClosure)),
      ])
  }

  @Test("a message that is too long ends the socket, however it is cut", arguments: 1...11)
  func limit(size: Int) {
    var assembler = MessageAssembler(limit: 10)
    let text = String(repeating: "x", count: 11)
    var last = MessageAssembler.Action.nothing
    var isFirst = true
    for start in stride(from: 0, to: 11, by: size) {
      #expect(last == .nothing)
      let part = String(text.dropFirst(start).prefix(size))
      last = assembler.take(
        frame(isFirst ? .text : .continuation, part, isLast: start + size >= 11))
      isFirst = false
    }
    #expect(last == .end(.close(code: .messageTooBig)))
    #expect(actions(limit: 11, frame(.text, text)) == [.answer(Array(text.utf8))])
  }

  @Test("what no client may send ends the socket")
  func wrong() {
    let wrong = MessageAssembler.Action.end(.close(code: .protocolError))
    #expect(actions(frame(.continuation, "x")) == [wrong])
    #expect(actions(frame(.init(3), "x")) == [wrong])
    #expect(actions(frame(.binary, "x")) == [.end(.close(code: .unsupportedData))])
    #expect(actions(frame(.text, "x", isLast: false), frame(.text, "y")) == [.nothing, wrong])
    var reserved = frame(.text, "x")
    reserved.rsv1 = true
    #expect(actions(reserved) == [wrong])
  }
}
