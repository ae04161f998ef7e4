import Shortlist

/// The state of the preview on the screen.
package struct Preview: Hashable, Sendable {
  /// A command for one row.
  struct Once: Hashable, Sendable {
    let command: String
    /// The row; nil if there was none.
    let row: RowID?
  }

  package internal(set) var isShown: Bool
  /// The command and the place of its output.
  var options: PreviewOptions
  /// The command of an action, which runs instead of the usual one for a row.
  var once: Once?
  /// The number of changes of the selection.
  var selections = 0
  /// The output that is shown.
  package private(set) var text = PreviewText()
  /// The index of the first line that is shown.
  package private(set) var first = 0
  /// The index of the line that is shown first as soon as there is one, until it is scrolled.
  private var wanted: Int?
  /// The same for the output of the last request.
  private var next: Int?
  /// What the command runs for; nil if it does not run.
  private(set) var request: PreviewRequest?
  /// The number of the last request.
  private var number = 0
  /// The number of the request whose output is shown.
  private var shown = 0

  init(_ options: PreviewOptions, isShown: Bool) {
    self.options = options
    self.isShown = isShown
  }

  /// Requests the output of the command.
  ///
  /// - Parameters:
  ///   - request: What the command runs for.
  ///   - first: The index of the line that is shown first; nil for the usual one.
  /// - Returns: The number of the request.
  mutating func begin(_ request: PreviewRequest, showing first: Int?) -> Int {
    number += 1
    self.request = request
    next = first
    return number
  }

  /// Lets the command run again.
  mutating func forgetRequest() { request = nil }

  /// Ends the command, and shows nothing.
  ///
  /// - Returns: Whether it ran.
  mutating func stop() -> Bool {
    if request == nil { return false }
    request = nil
    (text, first) = (PreviewText(), 0)
    // What is still on its way belongs to no request.
    number += 1
    return true
  }

  /// Shows output of the command; empty output only removes that of the command before.
  ///
  /// - Returns: Whether the command is to be ended, because there is room for no more.
  mutating func show(_ bytes: [UInt8], number: Int) -> Bool {
    guard self.number == number, request != nil else { return false }
    if shown != number {
      shown = number
      (text, first) = (PreviewText(), 0)
      wanted = next
    }
    let wasFull = text.isFull
    text.append(bytes)
    return text.isFull && !wasFull
  }

  /// Scrolls the output.
  mutating func scroll(by lines: Int) {
    wanted = nil
    first += lines
  }

  /// Keeps the first line that is shown within the output.
  ///
  /// - Parameter lines: The number of lines of the output that are shown at least.
  mutating func clamp(lines: Int) {
    first = max(0, min(wanted ?? first, text.count - lines))
  }
}
