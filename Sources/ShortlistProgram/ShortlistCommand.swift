import ArgumentParser

/// The program `shortlist`.
@main
struct ShortlistCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shortlist",
    abstract: "Turn a long list into one that you can pick from.",
    discussion: """
      Rows come from a CSV, TSV, JSON or JSON lines file, from lines of text, or from standard \
      input. Pick some of them on the screen, filter them without one, or let a program drive the \
      list through messages.

      Exit status: 0 something was picked, 1 nothing matched or was picked, 2 error, 130 cancelled.
      """,
    subcommands: [PickCommand.self, FilterCommand.self, RPCCommand.self],
    defaultSubcommand: PickCommand.self)

  static func main() async {
    ignoreBrokenPipes()
    do {
      var command = try parseAsRoot()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
  }

  /// Ends the program for an error, or for a request for help.
  private static func end(_ error: any Error) -> Never {
    if let status = error as? ExitStatus { status.exit() }
    let isHelp = exitCode(for: error) == .success
    if isHelp { exit(withError: error) }
    if let failure = error as? Failure {
      StandardError.write("shortlist: \(failure.description)\n")
    } else if isUsage(error) {
      StandardError.write(fullMessage(for: error) + "\n")
    } else {
      StandardError.write("shortlist: \(Failure(error).description)\n")
    }
    ExitStatus.error.exit()
  }

  /// Whether the arguments are wrong, not what they name.
  private static func isUsage(_ error: any Error) -> Bool {
    exitCode(for: error) == .validationFailure
  }
}
