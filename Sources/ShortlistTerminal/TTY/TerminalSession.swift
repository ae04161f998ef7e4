/// A terminal while a picker is drawn on it: from taking it over to giving it back.
final class TerminalSession {
  private let descriptor: Int32
  private let rawMode: RawMode
  private let signals: Signals
  private let placement: FrameDiff.Placement
  private let hasMouse: Bool
  private var diff: FrameDiff
  private var isEntered = false
  private var reader: TerminalReader?

  /// Opens the terminal of this process; nothing is changed before `enter`.
  ///
  /// - Throws: `TerminalError` if there is none.
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

  /// Reads keys and signals until `end`.
  func startReading(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) {
    reader = TerminalReader(
      terminal: descriptor, signals: signals.descriptor, deliver: deliver)
  }

  /// Takes the terminal over.
  ///
  /// - Parameter height: The rows needed, where they are drawn below the cursor.
  func enter(height: Int) {
    let restoring = placement == .screen ? leaving : leaving + "\r\n"
    rawMode.armEmergencyExit(Array(restoring.utf8))
    rawMode.enter()
    isEntered = true
    var text = placement == .screen ? "\u{1B}[?1049h" : ""
    text += "\u{1B}[?2004h"
    if hasMouse { text += "\u{1B}[?1000h\u{1B}[?1006h" }
    send(Array(text.utf8))
    diff = FrameDiff(placement)
    reserve(height)
  }

  /// Gives the terminal back, as it was.
  func leave() {
    guard isEntered else { return }
    isEntered = false
    if placement == .inline { send(diff.erase(columns: size.columns)) }
    send(Array(leaving.utf8))
    rawMode.leave()
    EmergencyExit.disarm()
  }

  /// What undoes `enter`, besides the mode.
  private var leaving: String {
    (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?2004l\u{1B}[m\u{1B}[?25h"
      + (placement == .screen ? "\u{1B}[?1049l" : "")
  }

  /// Prepares for frames of another height, and draws all of the next one.
  func redraw(height: Int) {
    if placement == .inline {
      send(diff.erase(columns: size.columns))
      reserve(height)
    }
    diff.invalidate()
  }

  /// Makes room below the cursor, which stays where it is.
  private func reserve(_ rows: Int) {
    guard placement == .inline else { return }
    let down = String(repeating: "\n", count: max(0, rows - 1))
    send(Array((down + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r").utf8))
  }

  /// Draws a frame.
  func draw(_ frame: Frame) {
    if isEntered { send(diff.draw(frame)) }
  }

  private func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { System.writeAll(descriptor, bytes) }
  }

  /// Gives the terminal back and stops the whole job.
  func suspend() {
    leave()
    signals.stopJob()
  }

  /// Is told that the job goes on; the terminal is taken over by `enter`.
  func resume() { signals.takeBackStop() }

  /// Gives everything back.
  func end() {
    leave()
    signals.stopReader()
    reader?.waitForEnd()
    signals.restore()
    System.closeDescriptor(descriptor)
  }
}
