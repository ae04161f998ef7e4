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

  @Test("a text in one frame, and in several with a sign of life between")
  func messages() {
    var assembler = MessageAssembler(limit: 100)
    #expect(assembler.take(frame(.text, "one")) == .answer(Array("one".utf8)))
    #expect(assembler.take(frame(.text, "t", isLast: false)) == .nothing)
    #expect(assembler.take(frame(.ping, "?")) == .send(frame(.pong, "?")))
    #expect(assembler.take(frame(.pong)) == .nothing)
    #expect(assembler.take(frame(.continuation, "w", isLast: false)) == .nothing)
    #expect(assembler.take(frame(.continuation, "o")) == .answer(Array("two".utf8)))
    #expect(assembler.take(frame(.close)) == .end(.close(code: .normalClosure)))
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
    #expect(MessageAssembler(limit: 11).answers(frame(.text, text)))
  }

  @Test("what no client may send ends the socket")
  func wrong() {
    var assembler = MessageAssembler(limit: 10)
    #expect(assembler.take(frame(.continuation, "x")) == .end(.close(code: .protocolError)))
    #expect(assembler.take(frame(.binary, "x")) == .end(.close(code: .unsupportedData)))
    #expect(assembler.take(frame(.init(3), "x")) == .end(.close(code: .protocolError)))
    var reserved = frame(.text, "x")
    reserved.rsv1 = true
    #expect(assembler.take(reserved) == .end(.close(code: .protocolError)))
    #expect(assembler.take(frame(.text, "x", isLast: false)) == .nothing)
    #expect(assembler.take(frame(.text, "y")) == .end(.close(code: .protocolError)))
  }
}

extension MessageAssembler {
  /// Whether a frame is a message.
  fileprivate func answers(_ frame: WSFrame) -> Bool {
    var copy = self
    if case .answer = copy.take(frame) { return true }
    return false
  }
}
