/// Runs the preview command, one at a time.
final class PreviewRunner {
  private let shell: [String]
  /// The number of the command that may run; 0 for none.
  private var number = 0
  private var child: ChildProcess?
  /// What is kept while it runs.
  private var command: ShellCommand?

  init(shell: [String]) { self.shell = shell }

  /// Ends the command before, and waits for that with this number.
  func expect(_ number: Int) {
    stop()
    self.number = number
  }

  /// Runs a command line, unless another one is expected by now.
  func run(
    _ number: Int, _ command: ShellCommand, _ size: Size,
    deliver: @escaping @Sendable (ScreenEvent) -> Void
  ) {
    guard number == self.number else { return }
    let environment = [
      "SHORTLIST_PREVIEW_LINES=\(size.rows)", "SHORTLIST_PREVIEW_COLUMNS=\(size.columns)",
      "LINES=\(size.rows)", "COLUMNS=\(size.columns)",
    ]
    self.command = command
    do {
      child = try ChildProcess(
        command.arguments(shell), environment: environment, limit: PreviewText.mostBytes
      ) { bytes in
        deliver(bytes.map { .previewed(number, $0) } ?? .previewDue(number))
      }
    } catch {
      deliver(.previewed(number, Array("\(error)\n".utf8)))
    }
  }

  /// Ends the command.
  func stop() {
    number = 0
    child?.stop()
    (child, command) = (nil, nil)
  }

  /// Ends the command, and waits until it has ended.
  func end() {
    child?.stop()
    child?.waitForEnd()
    (child, command) = (nil, nil)
  }
}
