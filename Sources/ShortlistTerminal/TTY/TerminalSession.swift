/// A terminal while a picker is drawn on it: from taking it over to giving it back.
final class TerminalSession {
  private let descriptor: Int32
  private let rawMode: RawMode
  private let signals: Signals
  private let placement: FrameDiff.Placement
  private let hasMouse: Bool
  private var diff: FrameDiff
  private var isEntered = false
  /// Whether anything was drawn since the terminal was taken over.
  private var isShown = false
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

  /// Reads keys and signals until `end`, those keys first that were pressed before.
  ///
  /// - Precondition: The terminal was taken over.
  func startReading(_ deliver: @escaping @Sendable (TerminalEvent) -> Void) {
    let isTypedAhead = System.wait(for: [descriptor], milliseconds: 0)[0]
    let typed = isTypedAhead ? System.readSome(descriptor) ?? [] : []
    reader = TerminalReader(
      after: rawMode.typedBefore(typed), terminal: descriptor, signals: signals.descriptor,
      deliver: deliver)
  }

  /// Takes the terminal over: from now on keys come one by one.
  ///
  /// What it shows stays until the first frame is drawn.
  func enter() {
    rawMode.armEmergencyExit([])
    rawMode.enter()
    isEntered = true
    isShown = false
    diff = FrameDiff(placement)
  }

  /// What makes the terminal ready for the first frame, which has so many rows.
  private func entering(height: Int) -> [UInt8] {
    let restoring = placement == .screen ? leaving : leaving + "\r\n"
    rawMode.armEmergencyExit(Array(restoring.utf8))
    isShown = true
    var text = placement == .screen ? "\u{1B}[?1049h" : ""
    text += "\u{1B}[?2004h"
    if hasMouse { text += "\u{1B}[?1000h\u{1B}[?1006h" }
    return Array((text + room(height)).utf8)
  }

  /// Gives the terminal back, as it was.
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

  /// What undoes `entering`.
  private var leaving: String {
    (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?2004l\u{1B}[m\u{1B}[?25h"
      + (placement == .screen ? "\u{1B}[?1049l" : "")
  }

  /// Prepares for frames of another height, and draws all of the next one.
  func redraw(height: Int) {
    if placement == .inline && isShown {
      send(diff.erase(columns: size.columns))
      send(Array(room(height).utf8))
    }
    diff.invalidate()
  }

  /// What makes room below the cursor, which stays where it is.
  private func room(_ rows: Int) -> String {
    guard placement == .inline else { return "" }
    let down = String(repeating: "\n", count: max(0, rows - 1))
    return down + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r"
  }

  /// Draws a frame.
  func draw(_ frame: Frame) {
    guard isEntered else { return }
    let start = isShown ? [] : entering(height: frame.size.rows)
    send(start + diff.draw(frame))
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
