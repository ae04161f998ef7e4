/// A signal that wakes up one reader, as a sequence.
///
/// Signals that the reader has not received yet count as one.
package struct Wakeups: AsyncSequence, Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Creates a signal.
  package init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes up the reader, now or when it waits the next time.
  package func signal() { continuation.yield() }

  /// Ends the sequence after a signal that is pending.
  package func finish() { continuation.finish() }

  /// Returns an iterator over the signals.
  package func makeAsyncIterator() -> AsyncStream<Void>.Iterator { stream.makeAsyncIterator() }
}
