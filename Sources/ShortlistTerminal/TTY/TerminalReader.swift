import Dispatch

/// What comes from a terminal.
enum TerminalEvent: Sendable {
  case input(InputEvent, isDouble: Bool)
  case notice(Signals.Notice)
  /// The terminal is gone.
  case closed
}

/// Reads a terminal and the signals, on a thread that may wait.
struct TerminalReader {
  /// How long after an escape byte another byte belongs to it.
  private static let escapePause: Int32 = 50

  private let end = DispatchGroup()

  /// Begins to read, until it is told to stop or the terminal is gone.
  ///
  /// - Parameters:
  ///   - typed: What has been read of the terminal before.
  ///   - terminal: The descriptor of the terminal.
  ///   - signals: The descriptor of the pipe that signals come through.
  ///   - deliver: Is given what comes, in order.
  init(
    after typed: [UInt8], terminal: Int32, signals: Int32,
    deliver: @escaping @Sendable (TerminalEvent) -> Void
  ) {
    DispatchQueue(label: "shortlist.terminal").async(group: end) {
      Self.run(after: typed, terminal: terminal, signals: signals, deliver)
    }
  }

  /// Waits until nothing is read any more; to be called after it was told to stop.
  func waitForEnd() { end.wait() }

  private static func run(
    after typed: [UInt8], terminal: Int32, signals: Int32, _ deliver: (TerminalEvent) -> Void
  ) {
    var decoder = KeyDecoder()
    var clicks = ClickCounter()
    for event in decoder.decode(typed) { deliver(.input(event, isDouble: false)) }
    while true {
      let pause = decoder.isWaiting ? escapePause : nil
      let ready = System.wait(for: [terminal, signals], milliseconds: pause)
      if ready[1] {
        for byte in System.readSome(signals) ?? [0] {
          let notice = Signals.notice(byte)
          if notice == .stop { return }
          deliver(.notice(notice))
        }
      }
      var events: [InputEvent] = []
      if ready[0] {
        guard let bytes = System.readSome(terminal) else {
          deliver(.closed)
          return
        }
        events = decoder.decode(bytes)
      } else if !ready[1] {
        events = decoder.timeOut()
      }
      let now = ContinuousClock.now
      for event in events {
        deliver(.input(event, isDouble: clicks.isDouble(event, at: now)))
      }
    }
  }
}
