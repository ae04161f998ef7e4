import Dispatch
import ShortlistJSON
import ShortlistRPC
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// What a server writes that gets `input`.
  func serve(_ text: String) async throws -> String {
    let input = try Pipe()
    let output = try Pipe()
    async let served: Void = {
      defer { close(output.writeEnd) }
      try await makeServer().serve(input: input.readEnd, output: output.writeEnd)
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
