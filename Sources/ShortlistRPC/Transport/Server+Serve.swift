import Dispatch
import Shortlist

extension Server {
  /// Answers the lines of a stream until it ends.
  ///
  /// Lines are read while others are being answered, and an unterminated last line is answered too.
  /// Stream I/O does not block the threads that lists run on. The process ignores `SIGPIPE` from
  /// now on.
  ///
  /// After the end of the input, the remaining requests are still answered, except those that wait
  /// for others or may never end, which are cancelled. If the output is closed as well, all
  /// requests are cancelled, and serving ends within a second.
  ///
  /// - Parameters:
  ///   - input: The descriptor to read from; standard input by default.
  ///   - output: The descriptor to write to; standard output by default. If its reader is gone,
  ///     serving ends as at the end of the input. Both can be closed when serving has ended.
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
        // The reader of the output is gone, so there is no reason to wait for the writer.
        ending.end(.success(()))
      } catch {
        ending.end(.failure(error))
      }
    }
    defer { cancelAll() }
    try await withCheckedThrowingContinuation { ending.wait($0) }
  }

  /// Writes output as it arrives, until the outbox is finished.
  private func write(to streams: Streams) async throws {
    for await _ in output.wakeups {
      try streams.output.write(lines: output.drain())
      outputIsWritten()
    }
    try streams.output.write(lines: output.drain())
  }

  /// Reads the input to its end and waits for all answers.
  ///
  /// Returns false if the output is closed.
  private func read(_ streams: Streams) throws -> Bool {
    var splitter = LineSplitter(limit: limits.lineBytes)
    while true {
      let block = try streams.input.read(atMost: 1 << 16)
      if block.isEmpty { break }
      for line in splitter.append(block[...]) {
        receive(line)
        if !wait(streams, isAtEnd: false, until: whenThereIsRoom) { return false }
      }
    }
    if let line = splitter.end() { receive(line) }
    return wait(streams, isAtEnd: true, until: whenIdle)
  }

  /// Blocks this thread until an event, and cancels requests that are no longer needed once the
  /// client has stopped sending.
  ///
  /// Returns false if the output is closed.
  private func wait(
    _ streams: Streams, isAtEnd: Bool, until event: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    event { semaphore.signal() }
    var end: DispatchTime?
    var hasCancelled = false
    while semaphore.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if isAtEnd || streams.input.isHungUp { end = end ?? .now() } else { continue }
      guard let end else { continue }
      if streams.output.isHungUp {
        if !hasCancelled { cancelAll() }
        hasCancelled = true
        if .now() > end + Self.patience { return false }
      } else if .now() > end + Self.patience {
        cancelWaiting()
      }
    }
    return true
  }

  /// How long waiting requests may continue after the client has stopped sending.
  private static let patience = DispatchTimeInterval.milliseconds(400)
}

/// The streams that are read and written.
///
/// A thread may still read or write after serving has ended. By then the caller may have closed its
/// descriptors, and the system may have reused their numbers. So the streams own duplicates.
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
  /// Writes lines, each with a line terminator.
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
