import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Delivers the signals that a screen handles as bytes in a pipe.
///
/// Fatal signals restore the terminal and then take their previous action. Only one instance may
/// exist at a time.
final class Signals {
  /// A notice from the pipe.
  enum Notice: Hashable, Sendable {
    case resized, suspend, resumed
    /// The process should end by this signal.
    case end(Int32)
    /// The reader of the pipe should stop.
    case stop
  }

  /// The read end of the pipe.
  let descriptor: Int32
  private let writer: Int32
  private var former: [(signal: Int32, action: sigaction)] = []

  private static let told = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// Installs the signal handlers.
  init() throws {
    (descriptor, writer) = try System.openPipe()
    SignalHandlers.writer.store(writer, ordering: .releasing)
    for number in Self.told where !Self.isIgnored(number) || number == SIGWINCH {
      install(number, SignalHandlers.report)
    }
    for number in Self.fatal { install(number, SignalHandlers.crash) }
  }

  private func install(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return }
    former.append((number, action))
    SignalHandlers.remember(action, of: number)
    _ = signal(number, handler)
  }

  /// Returns whether a signal is ignored, as `nohup` and shells without job control arrange.
  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    _ = signal(number, handler)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Restores the previous signal handlers.
  func restore() {
    for index in former.indices {
      var action = former[index].action
      _ = unsafe sigaction(former[index].signal, &action, nil)
    }
    SignalHandlers.writer.store(-1, ordering: .releasing)
    System.closeDescriptor(writer)
    System.closeDescriptor(descriptor)
  }

  /// Stops the whole job, like the terminal's suspend key.
  func stopJob() {
    _ = signal(SIGTSTP, SIG_DFL)
    Self.stopGroup()
  }

  /// Sends the signal of the suspend key to the processes of this group.
  static func stopGroup() { System.signalGroup(SIGTSTP) }

  /// Continues the processes of this group that are stopped.
  static func continueGroup() { System.signalGroup(SIGCONT) }

  /// Ignores the interrupt keys, which are meant for another program on the terminal.
  ///
  /// A handler would not do: it may run after the other program has ended.
  func ignoreInterrupts() { set(Self.interrupts, SIG_IGN) }

  /// Lets the suspend key stop this process together with another one on the terminal.
  func letStop() { set([SIGTSTP], SIG_DFL) }

  /// Reinstalls the handlers of the keys.
  func handleKeys() { set(Self.interrupts + [SIGTSTP], SignalHandlers.report) }

  /// The signals of keys that end programs.
  private static let interrupts = [SIGINT, SIGQUIT]

  /// Sets the handler of those signals that were not ignored at the start.
  private func set(_ numbers: [Int32], _ handler: (@convention(c) (Int32) -> Void)?) {
    for (number, _) in former where numbers.contains(number) { _ = signal(number, handler) }
  }

  /// Reinstalls the handler of the stop signal.
  func handleStop() { _ = signal(SIGTSTP, SignalHandlers.report) }

  /// Returns whether a signal is that of the interrupt key.
  static func isInterrupt(_ number: Int32) -> Bool { number == SIGINT }

  /// Tells the reader of the pipe to stop.
  func stopReader() { System.writeAll(writer, [0]) }

  /// Returns the meaning of a byte from the pipe.
  static func notice(_ byte: UInt8) -> Notice {
    switch Int32(byte) {
    case 0: .stop
    case SIGWINCH: .resized
    case SIGTSTP: .suspend
    case SIGCONT: .resumed
    default: .end(Int32(byte))
    }
  }
}

/// The signal handlers and the data that they need.
private enum SignalHandlers {
  // A handler may access only existing memory, with no locks and no actors. An atomic integer
  // qualifies.

  /// The write end of the pipe; -1 if there is none.
  static let writer = Atomic<Int32>(-1)
  /// The previous actions of the signals, by number.
  // Safe because each place is written once, before the handler that reads it is installed.
  private nonisolated(unsafe)  // Safe because no place is written while a handler can read it.
    static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  static func remember(_ action: sigaction, of number: Int32) {
    unsafe (former + Int(number)).initialize(to: action)
  }

  /// Writes the signal number to the pipe.
  static let report: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(SignalHandlers.writer.load(ordering: .acquiring), &byte, 1)
    errno = saved
  }

  /// Restores the terminal and the signal's previous action, and raises the signal again.
  static let crash: @convention(c) (Int32) -> Void = { number in
    EmergencyExit.run()
    _ = unsafe sigaction(number, SignalHandlers.former + Int(number), nil)
    raise(number)
  }
}
