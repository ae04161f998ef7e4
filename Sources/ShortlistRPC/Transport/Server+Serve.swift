import Dispatch

extension Server {
  /// Answers the lines of a stream until it ends.
  ///
  /// Lines are read while others are answered; a last line without line end is answered too. Waiting for
  /// the streams takes none of the threads that lists work on. From now on the process ignores the signal
  /// of a broken pipe.
  ///
  /// At the end of the input all that was asked for is still answered, except what waits for others or
  /// may have no end, which is given up. If nobody reads the output any more, all is given up, and serving
  /// ends within a second.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from; standard input unless said.
  ///   - output: The descriptor to write to; standard output unless said. If nobody reads it any
  ///     more, serving ends as at the end of the input. Both can be closed when serving has ended.
  /// - Throws: `StreamError` if the input cannot be read or the output cannot be written.
  public func serve(input: Int32 = 0, output: Int32 = 1) async throws {
    FileDescriptor.ignoreBrokenPipes()
    let streams = try Streams(
      input: FileDescriptor(number: input), output: FileDescriptor(number: output))
    let ending = Ending()
    let writer = RequestExecutor()
    Task(executorPreference: writer) { [self] in
      defer { withExtendedLifetime(writer) {} }
      do {
        try await write(to: streams)
        ending.end(.success(()))
      } catch let error as StreamError where error.isBrokenPipe {
        ending.end(.success(()))
      } catch {
        ending.end(.failure(error))
      }
    }
    DispatchQueue(label: "input").async { [self] in
      do {
        if try read(streams) { return self.output.finish() }
        // Whoever reads the output is gone, and with it whoever would wait for the writer.
        ending.end(.success(()))
      } catch {
        ending.end(.failure(error))
      }
    }
    defer { cancelAll() }
    try await withCheckedThrowingContinuation { ending.wait($0) }
  }

  /// Writes what there is to be told, as it comes, until the output is finished.
  private func write(to streams: Streams) async throws {
    for await _ in output.arrivals {
      try streams.output.write(lines: output.takeAll())
      outputIsWritten()
    }
    try streams.output.write(lines: output.takeAll())
  }

  /// Reads to the end of the input, and waits until all is answered; false if nobody wants the answers.
  private func read(_ streams: Streams) throws -> Bool {
    var splitter = LineSplitter(limit: limits.lineBytes)
    while true {
      let block = try streams.input.read(atMost: 1 << 16)
      if block.isEmpty { break }
      for line in splitter.take(block[...]) {
        receive(line)
        if !wait(streams, isAtEnd: false, until: whenThereIsRoom) { return false }
      }
    }
    if let line = splitter.end() { receive(line) }
    return wait(streams, isAtEnd: true, until: whenIdle)
  }

  /// Waits for something on this thread, and gives up what nobody wants once the client asks for nothing
  /// more; false if nobody wants anything.
  private func wait(
    _ streams: Streams, isAtEnd: Bool, until event: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    event { semaphore.signal() }
    var end: DispatchTime?
    var hasGivenUp = false
    while semaphore.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isAtEnd || streams.input.isHungUp { end = end ?? .now() } else { continue }
      guard let end else { continue }
      if streams.output.isHungUp {
        if !hasGivenUp { cancelAll() }
        hasGivenUp = true
        if .now() > end + Self.patience { return false }
      } else if .now() > end + Self.patience {
        cancelWaiting()
      }
    }
    return true
  }

  /// How long requests that wait for others may go on when the client asks for nothing more.
  private static let patience = DispatchTimeInterval.milliseconds(400)
}

/// What is read and written.
///
/// A thread may still read or write when serving has ended. By then, the numbers of the descriptors that
/// the caller has passed may be those of other files. So the streams have descriptors of their own.
private final class Streams: Sendable {
  let input: FileDescriptor
  let output: FileDescriptor

  init(input: FileDescriptor, output: FileDescriptor) throws(StreamError) {
    self.input = try input.duplicated(for: "read")
    do throws(StreamError) { self.output = try output.duplicated(for: "write") } catch {
      self.input.close()
      throw error
    }
  }

  deinit {
    input.close()
    output.close()
  }
}

extension FileDescriptor {
  /// Writes lines, with their ends.
  fileprivate func write(lines: [[UInt8]]) throws(StreamError) {
    var block: [UInt8] = []
    for line in lines {
      block += line
      block.append(UInt8(ascii: "\n"))
      if block.count < 1 << 16 { continue }
      try write(block)
      block.removeAll(keepingCapacity: true)
    }
    if !block.isEmpty { try write(block) }
  }
}
