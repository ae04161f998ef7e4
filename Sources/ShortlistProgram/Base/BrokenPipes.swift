import ShortlistSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Handling of `SIGPIPE`, the signal of a write to a closed pipe.
enum BrokenPipes {
  /// Makes such a write fail instead of ending the program.
  static func ignore() { _ = wereIgnored }

  /// Whether the parent process had the signal ignored; if so, it must not end the program either.
  static let wereIgnored: Bool = {
    let former = signal(SIGPIPE, SIG_IGN)
    return unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }()

  /// Ends the process by the signal.
  ///
  /// Signals the process rather than this thread, because pool threads block signals.
  static func endProcess() {
    _ = signal(SIGPIPE, SIG_DFL)
    _ = kill(getpid(), SIGPIPE)
    pause(milliseconds: 1000)
  }
}
