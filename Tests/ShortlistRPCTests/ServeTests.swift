import Dispatch
import Shortlist
import ShortlistJSON
import Synchronization
import Testing

@testable import ShortlistRPC
import ShortlistPlatform

/// Serving over pipes.
struct ServeTests {
  static let answer =
    #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown method \"x\""}}"#
  static let request = #"{"jsonrpc":"2.0","id":1,"method":"x"}"#

  @Test(arguments: [
    ("", 0), ("\(request)\n", 1), (request, 1), ("\(request)\n\(request)", 2),
    (String(repeating: request + "\n", count: 3000), 3000),
  ])
  func everyLineIsAnswered(input: String, count: Int) async throws {
    let output = try await serve(input)
    #expect(output == String(repeating: Self.answer + "\n", count: count))
  }

  @Test func aLineMayBeLong() async throws {
    let name = String(repeating: "x", count: 3_000_000)
    let output = try await serve(#"{"jsonrpc":"2.0","id":"\#(name)","method":"x"}"#)
    #expect(output.utf8.count > 3_000_000)
    #expect(output.hasPrefix(#"{"jsonrpc":"2.0","id":"xxx"#))
    #expect(output.hasSuffix("\"unknown method \\\"x\\\"\"}}\n"))
  }

  @Test func servingEndsWhenNobodyReads() async throws {
    let input = try Pipe()
    let output = try Pipe()
    close(output.readEnd)
    async let served: Void = makeServer().serve(input: input.readEnd, output: output.writeEnd)
    input.send(Self.request + "\n")
    try await served
    input.closeBoth()
    close(output.writeEnd)
  }

  @Test func anUnreadableInputIsAnError() async throws {
    await #expect(throws: StreamError.self) { try await makeServer().serve(input: -1, output: -1) }
  }

  @Test func theEndOfTheInputEndsWhatWaitsForOthers() async throws {
    let open = #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[]}}}"#
    let output = try await serve(
      open + "\n" + Self.request,
      from: Server { _ in StuckSource(isWaiting: true, listens: true) })
    #expect(
      output
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"the request was cancelled"}}"#
        + "\n" + Self.answer + "\n")
  }

  /// Even what cannot be given up does not keep it.
  @Test(arguments: [false, true])
  func servingEndsWhenTheClientIsGone(listens: Bool) async throws {
    let input = try Pipe()
    let output = try Pipe()
    let open = #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[]}}}"#
    // More than is read while nothing is answered.
    input.send(open + "\n" + String(repeating: Self.request + "\n", count: 1500))
    close(input.writeEnd)
    close(output.readEnd)
    let end = SlowSource.Gate()
    let server = Server { _ in StuckSource(isWaiting: false, listens: listens, end: end) }
    try await server.serve(input: input.readEnd, output: output.writeEnd)
    end.open()
    close(input.readEnd)
    close(output.writeEnd)
  }

  /// When serving has ended, what is answered late goes into no file that has the number of the
  /// output.
  @Test func nothingIsWrittenAfterTheEnd() async throws {
    let input = try Pipe()
    let output = try Pipe()
    let open = #"{"jsonrpc":"2.0","id":1,"method":"list.open","params":{"source":{"rows":[]}}}"#
    input.send(open + "\n" + String(repeating: Self.request + "\n", count: 1500))
    close(input.writeEnd)
    close(output.readEnd)
    let end = SlowSource.Gate()
    let file = unsafe fileno(tmpfile())
    weak var gone: Server?
    do {
      let server = Server { _ in StuckSource(isWaiting: false, listens: false, end: end) }
      gone = server
      try await server.serve(input: input.readEnd, output: output.writeEnd)
    }
    try #require(dup2(file, output.writeEnd) == output.writeEnd)
    end.open()
    while gone != nil, lseek(file, 0, SEEK_END) == 0 { await Task.yield() }
    #expect(lseek(file, 0, SEEK_END) == 0)
    close(input.readEnd)
    close(output.writeEnd)
    close(file)
  }

  /// What a server writes that gets `input`.
  func serve(_ text: String, from server: Server = makeServer()) async throws -> String {
    let input = try Pipe()
    let output = try Pipe()
    async let served: Void = {
      defer { close(output.writeEnd) }
      try await server.serve(input: input.readEnd, output: output.writeEnd)
    }()
    async let sent: Void = onThread {
      input.send(text)
      close(input.writeEnd)
    }
    let received = await onThread { output.receive() }
    await sent
    try await served
    close(input.readEnd)
    close(output.readEnd)
    return String(decoding: received, as: UTF8.self)
  }
}

/// A source that is never read to its end.
private struct StuckSource: RowSource {
  var name: String { "stuck" }
  let isWaiting: Bool
  /// Whether it hears that nobody wants it any more.
  let listens: Bool
  /// Is opened when the test is over.
  var end = SlowSource.Gate()

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    let pause = DispatchSemaphore(value: 0)
    while !end.isOpen.load(ordering: .relaxed) {
      if listens { try progress(&builder, LoadProgress(rows: 0, bytes: 0)) }
      _ = pause.wait(timeout: .now() + .milliseconds(10))
    }
    throw CancellationError()
  }
}

/// Does work that blocks outside of the threads that tasks run on.
private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(returning: work()) }
  }
}

/// A pipe of the system.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(writeEnd, $0.baseAddress?.advanced(by: start), bytes.count - start)
      }
      if count < 0 { return }
      start += count
    }
  }

  func receive() -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(readEnd, &block, block.count)
      if count <= 0 { return bytes }
      bytes += block[..<count]
    }
  }

  func closeBoth() {
    close(readEnd)
    close(writeEnd)
  }
}
