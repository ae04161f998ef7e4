/// Runs the commands whose output is collected: one that all waits for, and some in the background.
final class CommandRunner {
  private struct Running {
    let isInBackground: Bool
    var process: ChildProcess?
    /// What is kept while it runs.
    var command: ShellCommand?
  }

  /// The most commands in the background; another one ends the oldest.
  private static let mostInBackground = 16

  private let shell: [String]
  private var running: [Int: Running] = [:]
  private var last = 0

  init(shell: [String]) { self.shell = shell }

  /// Returns the number of a command that will run.
  func expect(inBackground: Bool) -> Int {
    last += 1
    let others = background
    if inBackground, others.count >= Self.mostInBackground { running[others[0]] = nil }
    running[last] = Running(isInBackground: inBackground)
    return last
  }

  /// Runs a command, unless it was ended meanwhile.
  func run(
    _ number: Int, _ command: ShellCommand, _ environment: [String],
    deliver: @escaping @Sendable (_ output: String) -> Void
  ) throws {
    guard running[number] != nil else { return }
    let output = CollectedOutput()
    running[number]?.command = command
    running[number]?.process = try ChildProcess(
      command.arguments(shell), environment: environment, limit: PreviewText.mostBytes
    ) { bytes in
      if let bytes { output.append(bytes) } else { deliver(output.text) }
    }
  }

  /// Forgets a command that has ended.
  ///
  /// - Returns: Whether its output still counts.
  func finish(_ number: Int) -> Bool { running.removeValue(forKey: number) != nil }

  /// Ends the commands in the background.
  func stopBackground() {
    for number in background { running[number] = nil }
  }

  /// Ends all commands, and waits until they have ended.
  func end() {
    let processes = running.values.compactMap(\.process)
    for process in processes { process.stop() }
    for process in processes { process.waitForEnd() }
    running = [:]
  }

  /// The numbers of the commands in the background, the oldest one first.
  private var background: [Int] { running.filter(\.value.isInBackground).keys.sorted() }
}
