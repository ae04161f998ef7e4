import Dispatch
import ShortlistSystem
import ShortlistPlatform

/// Signals that end a process unless it handles them.
enum ProcessSignals {
  /// The signal of a write to a closed pipe.
  static let brokenPipe = SIGPIPE
  /// The signals by which a person or the system ends a program.
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Ignores a signal from now on.
  ///
  /// - Returns: Whether it was ignored before, as the parent process can arrange.
  static func ignore(_ number: CInt) -> Bool {
    let former = signal(number, SIG_IGN)
    return unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Ends the process by a signal.
  ///
  /// Signals the process rather than this thread, because pool threads block signals.
  static func endProcess(by number: CInt) {
    _ = signal(number, SIG_DFL)
    _ = kill(getpid(), number)
    pause(milliseconds: 1000)
  }

  /// Waits for `SIGINT`, `SIGTERM` or `SIGHUP`, so that the program can tell others that it ends.
  ///
  /// It has a second for that; a second signal ends the process at once.
  ///
  /// - Returns: The signal; nil if the task was cancelled.
  static func ending() async -> CInt? {
    let (signals, continuation) = AsyncStream<CInt>.makeStream()
    let handler = EndingHandler { continuation.yield($0) }
    defer { handler.cancel() }
    return await signals.first { _ in true }
  }

  /// What is called when `SIGINT`, `SIGTERM` or `SIGHUP` comes.
  ///
  /// A second later the signal ends the process. Signals that the parent process had ignored stay
  /// ignored.
  struct EndingHandler {
    private let numbers: [CInt]
    private let sources: [any DispatchSourceSignal]

    /// Begins to wait for signals; `body` is called from another thread.
    init(_ body: @escaping @Sendable (CInt) -> Void) {
      numbers = endings.filter { !ignore($0) }
      sources = numbers.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
          body(number)
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) { endProcess(by: number) }
        }
        source.resume()
        return source
      }
    }

    /// Lets signals end the process again.
    func cancel() {
      for source in sources { source.cancel() }
      for number in numbers { _ = signal(number, SIG_DFL) }
    }
  }
}
