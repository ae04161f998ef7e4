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
    var splitter = LineSplitter()
    while let block = try await streams.read() {
      for line in splitter.take(block[...]) { try await streams.write(answer(line)) }
    }
    if let line = splitter.end() { try await streams.write(answer(line)) }
  }
}

/// A pair of streams that are waited for on a thread of their own.
private struct BlockingStreams: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor
  private let queue = DispatchQueue(label: "streams")

  init(input: FileDescriptor, output: FileDescriptor) {
    self.input = input
    self.output = output
  }

  /// The next block of the input, or nil at its end.
  func read() async throws -> [UInt8]? {
    let block = try await onQueue { try input.read(atMost: 1 << 16) }
    return block.isEmpty ? nil : block
  }

  /// Writes lines with their ends.
  func write(_ lines: [[UInt8]]) async throws {
    if lines.isEmpty { return }
    try await onQueue {
      for line in lines { try output.write(line + [UInt8(ascii: "\n")]) }
    }
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }
}
