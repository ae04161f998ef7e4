import Dispatch
import Shortlist

/// A terminal while a picker uses it, from taking control to restoring it.
final class TerminalSession {
  private let descriptor: Int32
  private let rawMode: RawMode
  private let signals: Signals
  private let placement: FrameDiff.Placement
  private let hasMouse: Bool
  private var diff: FrameDiff
  private var isEntered = false
  /// Whether anything was drawn since `enter`.
  private var isShown = false
  private var reader: TerminalReader?
  /// The time until which answers of the terminal are waited for, at most.
  private var answersEnd: DispatchTime?

  /// Opens the controlling terminal; changes nothing before `enter`.
  ///
  /// - Throws: `TerminalError` if there is no terminal.
  init(placement: FrameDiff.Placement, hasMouse: Bool) throws {
    descriptor = try System.openTerminal()
    rawMode = try RawMode(descriptor: descriptor)
    signals = try Signals()
    self.placement = placement
    self.hasMouse = hasMouse && placement == .screen
    diff = FrameDiff(placement)
  }

  /// The size of the terminal.
  var size: Size { System.size(of: descriptor) }

  /// Reads keys and signals until `end`, starting with keys that were typed ahead.
  ///
  /// - Precondition: `enter` was called.
  func startReading(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) {
    let isTypedAhead = System.wait(for: [descriptor], milliseconds: 0)[0]
    let typed = isTypedAhead ? System.readSome(descriptor) ?? [] : []
    reader = TerminalReader(
      after: rawMode.typedBefore(typed), terminal: descriptor, signals: signals.descriptor,
      deliver: deliver)
  }

  /// Asks for the color of the background.
  ///
  /// Nothing waits for the answer, except that the terminal is not given back before it is there,
  /// or has not come for a moment: it would be read as typed text.
  func askForBackground() {
    answersEnd = .now() + .seconds(1)
    send(Array(Answers.question.utf8))
  }

  /// Takes control of the terminal: keys arrive one by one from now on.
  ///
  /// The screen stays as it is until the first frame is drawn.
  func enter() {
    rawMode.armEmergencyExit([])
    rawMode.enter()
    isEntered = true
    isShown = false
    diff = FrameDiff(placement)
  }

  /// Returns the bytes that prepare the terminal for the first frame with this number of rows.
  private func entering(height: Int) -> [UInt8] {
    let restoring = placement == .screen ? leaving : leaving + "\r\n"
    rawMode.armEmergencyExit(Array(restoring.utf8))
    isShown = true
    var text = placement == .screen ? "\u{1B}[?1049h" : ""
    text += "\u{1B}[?2004h"
    if hasMouse { text += "\u{1B}[?1000h\u{1B}[?1006h" }
    return Array((text + room(height)).utf8)
  }

  /// Restores the terminal.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    if isShown {
      if placement == .inline { send(diff.erase(columns: size.columns)) }
      send(Array(leaving.utf8))
    }
    rawMode.leave()
    EmergencyExit.disarm()
  }

  /// The sequence that reverses `entering`.
  private var leaving: String {
    (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?2004l\u{1B}[m\u{1B}[?25h"
      + (placement == .screen ? "\u{1B}[?1049l" : "")
  }

  /// Prepares for frames of another height, and redraws the next frame completely.
  func redraw(height: Int) {
    if placement == .inline && isShown {
      send(diff.erase(columns: size.columns))
      send(Array(room(height).utf8))
    }
    diff.invalidate()
  }

  /// Returns the sequence that makes room below the cursor, which stays in its row.
  private func room(_ rows: Int) -> String {
    guard placement == .inline else { return "" }
    let down = String(repeating: "\n", count: max(0, rows - 1))
    return down + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r"
  }

  /// Draws a frame.
  func draw(_ frame: Frame) {
    guard isEntered else { return }
    let start = isShown ? [] : entering(height: frame.size.rows)
    let bytes = diff.draw(frame)
    // What fits in few bytes arrives at once anyway.
    send(start + (bytes.count < 256 ? bytes : Self.updateStart + bytes + Self.updateEnd))
  }

  /// Terminals that know these draw what is between them at once.
  private static let updateStart = Array("\u{1B}[?2026h".utf8)
  private static let updateEnd = Array("\u{1B}[?2026l".utf8)

  /// Puts a text on the clipboard of the terminal, if it allows that.
  func copy(_ text: String) {
    send(Clipboard.sequence(for: KeptBytes.bytes(of: text)))
  }

  private func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { System.writeAll(descriptor, bytes) }
  }

  /// Restores the terminal, runs a program on it, and waits for its end; `enter` and `startReading`
  /// then take control of the terminal again.
  ///
  /// The program is in the process group of this one, so that the keys of the terminal reach it.
  ///
  /// - Returns: The signal that was sent to this process alone, to end it; nil if none was.
  /// - Throws: `TerminalError` if the program cannot be started.
  func run(_ arguments: [[UInt8]], _ environment: [String]) async throws -> Int32? {
    leave()
    stopReading()
    signals.ignoreInterrupts()
    defer { signals.handleKeys() }
    let process = try start(arguments, environment)
    signals.letStop()
    let notices = signals.descriptor
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "shortlist.program").async {
        var ending: Int32?
        while !System.waitForEnd(of: process) {
          guard System.wait(for: [notices], milliseconds: 20)[0] else { continue }
          for byte in System.readSome(notices) ?? [] {
            switch Signals.notice(byte) {
            case .end(let signal):
              ending = signal
              System.send(signal, to: process)
            case .suspend: Signals.stopGroup()  // It came before this process could be stopped.
            default: continue
            }
          }
        }
        continuation.resume(returning: ending)
      }
    }
  }

  /// Starts a program on the terminal.
  ///
  /// The calling thread waits until the program has replaced the copy of this process. If the
  /// suspend key stopped the copy, the thread would wait for ever, and a process with such a thread
  /// does not stop. So a start that takes long is continued; `run` then stops both.
  private func start(_ arguments: [[UInt8]], _ environment: [String]) throws -> Int32 {
    let started = DispatchSemaphore(value: 0)
    DispatchQueue(label: "shortlist.start").async {
      while started.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
        Signals.continueGroup()
      }
    }
    defer { started.signal() }
    return try System.start(arguments, environment, .terminal)
  }

  private func stopReading() {
    signals.stopReader()
    reader?.waitForEnd()
    reader = nil
  }

  /// Sounds the bell.
  func ring() { if isShown { send([0x07]) } }

  /// Restores the terminal and stops the whole job.
  func suspend() {
    waitForAnswers()
    leave()
    signals.stopJob()
  }

  /// Handles the continuation of the job; `enter` then takes control of the terminal again.
  func resume() { signals.handleStop() }

  private func waitForAnswers() {
    if let answersEnd { reader?.waitForAnswers(until: answersEnd) }
    answersEnd = nil
  }

  /// Restores the terminal and the signal handlers.
  func end() {
    waitForAnswers()
    leave()
    stopReading()
    signals.restore()
    System.closeDescriptor(descriptor)
  }
}
