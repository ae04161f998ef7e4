import FlyingFox
import FlyingSocks
import Foundation
import Synchronization

@testable import ShortlistWeb

/// Hands out bytes as a socket does: as many at a time as it likes.
private func makeReader(_ bytes: [UInt8], step: Int) -> ByteReader {
  let next = Mutex(0)
  return ByteReader { count in
    let range = next.withLock { next in
      defer { next = min(next + min(step, count), bytes.count) }
      return next..<min(next + min(step, count), bytes.count)
    }
    if range.isEmpty { throw SocketError.disconnected }
    return Array(bytes[range])
  }
}

/// The head of a request is the same in whatever pieces it comes, ends with the first empty line, and
/// lets nobody in who has not shown the token.
enum RequestCheck {
  private static let gatekeeper: Gatekeeper = {
    let gatekeeper = Gatekeeper(WebOptions())
    gatekeeper.setPort(80)
    return gatekeeper
  }()

  static func run(_ input: inout Input) async throws {
    let step = 1 + input.number(below: 64)
    let bytes = input.bytes()
    let limit = 2048
    let reader = makeReader(bytes, step: step)
    // Requests may follow each other.
    var rest = bytes[...]
    while true {
      let head: [UInt8]?
      do { head = try await reader.takeHead(atMost: limit) } catch is ByteReader.TooLong {
        return try require(headEnd(rest.prefix(limit - 1)) == nil, "a head was too long")
      } catch SocketError.disconnected {
        return try require(headEnd(rest) == nil, "a head has an end")
      }
      guard let head else { return try require(rest.isEmpty, "bytes were left") }
      guard let end = headEnd(rest) else { throw Finding(description: "a head has no end") }
      try requireSame(head[...], rest[..<end], "the head")
      rest = rest[end...]
      do { try judge(HTTPRequest(head: head, from: nil)) } catch let error as HTTPRequest.Unreadable
      {
        try require((400..<500).contains(error.status.code), "\(error)")
      }
    }
  }

  private static func judge(_ request: HTTPRequest) throws {
    _ = request.keepsConnection
    switch gatekeeper.judge(request) {
    case .welcome, .invited: throw Finding(description: "somebody came in")
    case .refused(let status, let reason):
      let response = WebHandler.response(status, reason)
      _ = response.head(length: reason.utf8.count)
    }
  }

  /// Where the first head ends.
  private static func headEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    var lineStart = bytes.startIndex
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      let line = bytes[lineStart..<index]
      if line.isEmpty || line.elementsEqual([13]) { return index + 1 }
      lineStart = index + 1
    }
    return nil
  }
}

/// Frames are the same in whatever pieces they come and when they were written and read again, and the
/// messages that they make are no longer than may be.
enum SocketCheck {
  static func run(_ input: inout Input) async throws {
    let step = 1 + input.number(below: 64)
    let limit = 512
    let reader = makeReader(input.bytes(), step: step)
    var assembler = MessageAssembler(limit: limit)
    while true {
      let frame: WSFrame
      do { frame = try await WSFrame.read(reader, atMost: limit) } catch is WSFrame.Unreadable {
        return
      } catch SocketError.disconnected {
        return
      }
      try require(frame.payload.count <= limit, "a frame of \(frame.payload.count) bytes")
      try await checkWriting(frame)
      switch assembler.take(frame) {
      case .nothing: break
      case .answer(let message):
        try require(message.count <= limit, "a message of \(message.count) bytes")
      case .send(let answer): try checkAnswer(answer)
      case .end(let answer): return try checkAnswer(answer)
      }
    }
  }

  /// What is sent is short, in one piece, and not masked.
  private static func checkAnswer(_ frame: WSFrame) throws {
    let bytes = frame.bytes
    try require(frame.fin && bytes.count >= 2 && bytes[1] <= 125, "\(frame)")
  }

  private static func checkWriting(_ frame: WSFrame) async throws {
    var plain = frame
    (plain.rsv1, plain.rsv2, plain.rsv3) = (false, false, false)
    var bytes = Array(plain.bytes)
    let headLength = bytes.count - plain.payload.count
    bytes[1] |= 0x80
    let mask: [UInt8] = [1, 0x80, 0xFF, 0]
    for index in headLength..<bytes.count { bytes[index] ^= mask[(index - headLength) & 3] }
    bytes.insert(contentsOf: mask, at: headLength)
    let again = try await WSFrame.read(makeReader(bytes, step: 7), atMost: plain.payload.count)
    try requireSame(again, plain, "a frame that was written and read again")
  }
}
