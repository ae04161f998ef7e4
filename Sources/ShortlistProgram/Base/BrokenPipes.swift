import ShortlistSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signal that comes with a write to a pipe that nobody reads.
enum BrokenPipes {
  /// Makes such a write fail, rather than end the program.
  static func ignore() { _ = wereIgnored }

  /// Whether who started the program ignores the signal; then it does not end the program either.
  static let wereIgnored: Bool = {
    let former = signal(SIGPIPE, SIG_IGN)
    return unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }()

  /// Ends the process by the signal.
  ///
  /// The signal goes to the process, not to this thread: threads of a pool do not take any.
  static func endProcess() {
    _ = signal(SIGPIPE, SIG_DFL)
    _ = kill(getpid(), SIGPIPE)
    pause(milliseconds: 1000)
  }
}
