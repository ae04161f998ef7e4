import Dispatch

extension Server {
  /// Answers the lines of a stream until it ends.
  ///
  /// Lines are answered one after the other, each before the next is looked at, and a block of
  /// input is read when all lines before are answered. A last line without line end is answered
  /// too. Waiting for the streams takes none of the threads that lists work on. From now on the
  /// process ignores the signal of a broken pipe.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from; standard input unless said.
  ///   - output: The descriptor to write to; standard output unless said. If nobody reads it any
  ///     more, serving ends as at the end of the input.
  /// - Throws: `StreamError` if the input cannot be read or the output cannot be written.
  public nonisolated func serve(input: Int32 = 0, output: Int32 = 1) async throws {
    FileDescriptor.ignoreBrokenPipes()
    let streams = BlockingStreams(
      input: FileDescriptor(number: input), output: FileDescriptor(number: output))
    do {
      try await serve(streams)
    } catch let error as StreamError where error.operation == "write" && error.isBrokenPipe {
      return
    }
  }

  private nonisolated func serve(_ streams: BlockingStreams) async throws {
    // What happens without being asked for is written as it comes. If it cannot be written, the next
    // answer cannot either.
    let telling = Task { [output] in
      for await _ in output.arrivals {
        try await streams.write(output)
        await tellNews()
      }
    }
    defer { telling.cancel() }
    var splitter = LineSplitter()
    while let block = try await streams.read() {
      for line in splitter.take(block[...]) {
        await answer(line)
        try await streams.write(output)
      }
    }
    if let line = splitter.end() {
      await answer(line)
      try await streams.write(output)
    }
  }
}

/// A pair of streams that are waited for on threads of their own.
private struct BlockingStreams: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor
  private let inputQueue = DispatchQueue(label: "input")
  private let outputQueue = DispatchQueue(label: "output")

  init(input: FileDescriptor, output: FileDescriptor) {
    self.input = input
    self.output = output
  }

  /// The next block of the input, or nil at its end.
  func read() async throws -> [UInt8]? {
    let block = try await on(inputQueue) { try input.read(atMost: 1 << 16) }
    return block.isEmpty ? nil : block
  }

  /// Writes the lines that wait, with their ends; lines taken later are written later.
  func write(_ lines: Outbox) async throws {
    try await on(outputQueue) {
      for line in lines.takeAll() { try output.write(line + [UInt8(ascii: "\n")]) }
    }
  }

  private func on<Value: Sendable>(
    _ queue: DispatchQueue, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }
}
