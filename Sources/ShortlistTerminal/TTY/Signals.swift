import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals that a screen must know of, as bytes in a pipe.
///
/// Signals that end the process by a fault bring the terminal back and then do what they did before.
/// There is one such object at a time.
final class Signals {
  /// What the process is told.
  enum Notice: Hashable, Sendable {
    case resized, suspend, resumed
    /// The process is to end, by this signal.
    case end(Int32)
    /// The reader of the pipe is to stop.
    case stop
  }

  /// The end of the pipe to read from.
  let descriptor: Int32
  private let writer: Int32
  private var former: [(signal: Int32, action: sigaction)] = []

  private static let told = [SIGWINCH, SIGTSTP, SIGCONT, SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]

  /// Takes over the signals.
  init() throws {
    (descriptor, writer) = try System.openPipe()
    SignalHandlers.writer.store(writer, ordering: .releasing)
    for number in Self.told where !Self.isIgnored(number) || number == SIGWINCH {
      take(number, SignalHandlers.tell)
    }
    for number in Self.fatal { take(number, SignalHandlers.crash) }
  }

  private func take(_ number: Int32, _ handler: @convention(c) (Int32) -> Void) {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return }
    former.append((number, action))
    SignalHandlers.remember(action, of: number)
    _ = signal(number, handler)
  }

  /// Whether a signal is ignored, as `nohup` and shells without job control want it.
  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    _ = signal(number, handler)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Gives the signals back.
  func restore() {
    for index in former.indices {
      var action = former[index].action
      _ = unsafe sigaction(former[index].signal, &action, nil)
    }
    SignalHandlers.writer.store(-1, ordering: .releasing)
    System.closeDescriptor(writer)
    System.closeDescriptor(descriptor)
  }

  /// Stops the whole job, as the terminal's own key does.
  func stopJob() {
    _ = signal(SIGTSTP, SIG_DFL)
    System.signalGroup(SIGTSTP)
  }

  /// Takes the signal that stops jobs over again.
  func takeBackStop() { _ = signal(SIGTSTP, SignalHandlers.tell) }

  /// Whether a signal is that of the key which interrupts.
  static func isInterrupt(_ number: Int32) -> Bool { number == SIGINT }

  /// Asks the reader of the pipe to stop.
  func stopReader() { System.writeAll(writer, [0]) }

  /// What a byte of the pipe means.
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

/// What runs inside of signal handlers, and what it needs.
private enum SignalHandlers {
  // A handler may touch nothing but memory that is there already: no lock, no actor. An atomic number is
  // such memory.

  /// The end of the pipe to write to; -1 while there is none.
  static let writer = Atomic<Int32>(-1)
  /// What the signals did before, by number.
  // Safe because each place is written once, before the handler that reads it is installed.
  private nonisolated(unsafe)  // Safe because no place is written while a handler can read it.
    static let former = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

  static func remember(_ action: sigaction, of number: Int32) {
    unsafe (former + Int(number)).initialize(to: action)
  }

  /// Passes the number of the signal on.
  static let tell: @convention(c) (Int32) -> Void = { number in
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(SignalHandlers.writer.load(ordering: .acquiring), &byte, 1)
    errno = saved
  }

  /// Brings the terminal back and lets the signal do what it did before.
  static let crash: @convention(c) (Int32) -> Void = { number in
    EmergencyExit.run()
    _ = unsafe sigaction(number, SignalHandlers.former + Int(number), nil)
    raise(number)
  }
}
