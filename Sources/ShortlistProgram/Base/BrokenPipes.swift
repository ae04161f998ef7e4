/// Handling of `SIGPIPE`, the signal of a write to a closed pipe.
enum BrokenPipes {
  /// Makes such a write fail instead of ending the program.
  static func ignore() { _ = wereIgnored }

  /// Whether the parent process had the signal ignored; if so, it must not end the program either.
  static let wereIgnored = ProcessSignals.ignore(ProcessSignals.brokenPipe)

  /// Ends the process by the signal.
  static func endProcess() { ProcessSignals.endProcess(by: ProcessSignals.brokenPipe) }
}
