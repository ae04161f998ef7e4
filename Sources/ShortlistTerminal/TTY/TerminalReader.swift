import Dispatch

/// An event from the terminal.
enum TerminalEvent: Sendable {
  case input(InputEvent, isDouble: Bool)
  case notice(Signals.Notice)
  /// The terminal told whether its background is light.
  case background(isLight: Bool)
  /// The terminal is gone.
  case closed
}

/// Reads the terminal and the signal pipe on a thread that may block.
struct TerminalReader {
  /// How long to wait for a byte after an escape byte, in milliseconds.
  private static let escapePause: Int32 = 50

  private let end = DispatchGroup()
  private let answered = DispatchSemaphore(value: 0)

  /// Starts reading, until told to stop or until the terminal is gone.
  ///
  /// - Parameters:
  ///   - typed: The input already read from the terminal.
  ///   - terminal: The descriptor of the terminal.
  ///   - signals: The descriptor of the signal pipe.
  ///   - deliver: Called with each event, in order.
  init(
    after typed: [UInt8], terminal: Int32, signals: Int32,
    deliver: @escaping @Sendable (TerminalEvent) -> Void
  ) {
    DispatchQueue(label: "shortlist.terminal").async(group: end) { [answered] in
      Self.run(after: typed, terminal: terminal, signals: signals, answered, deliver)
    }
  }

  /// Waits for the last answer of the terminal, but not beyond a time.
  func waitForAnswers(until time: DispatchTime) { _ = answered.wait(timeout: time) }

  /// Waits until reading has ended; call it after telling the reader to stop.
  func waitForEnd() { end.wait() }

  private static func run(
    after typed: [UInt8], terminal: Int32, signals: Int32, _ answered: DispatchSemaphore,
    _ deliver: (TerminalEvent) -> Void
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
      if let isLight = decoder.answers.isLight { deliver(.background(isLight: isLight)) }
      if decoder.answers.isIdentified { answered.signal() }
      decoder.answers = Answers()
      let now = ContinuousClock.now
      for event in events {
        deliver(.input(event, isDouble: clicks.isDouble(event, at: now)))
      }
    }
  }
}
