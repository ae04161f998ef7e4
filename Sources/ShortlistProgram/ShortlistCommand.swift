import ArgumentParser
import Shortlist
import ShortlistSystem

/// The program `shortlist`.
@main
struct ShortlistCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shortlist",
    abstract: "Turn a long list into one that you can pick from.",
    discussion: """
      Rows come from a CSV, TSV, JSON or JSON lines file, from an SQLite table, from lines of text, \
      or from standard input. Pick some of them on the screen, filter them without one, or let a \
      program drive the list through messages.

        shortlist                               files below this directory
        ls | shortlist                          lines of a pipe
        find . -print0 | shortlist --read0 --print0 | xargs -0 rm    any names
        shortlist aircraft.csv --section type   explore a file
        shortlist app.db --table orders         a table, as others change it
        shortlist filter a.csv --where n:500..  no screen: rows that match
        shortlist index big.csv -o big.shortlist    opens at once from then on
        shortlist serve aircraft.csv            a page in a browser

      shortlist pick --help lists the options of the screen.

      eval "$(shortlist --bash)" in ~/.bashrc, eval "$(shortlist --zsh)" in ~/.zshrc and \
      shortlist --fish | source in config.fish bind Ctrl-T to paths, Ctrl-R to the history and \
      Alt-C to directories.

      Exit status: 0 something was picked, 1 nothing matched or was picked, 2 error, 130 cancelled. \
      When who reads the result stops, as head does, the signal of a broken pipe ends the program \
      (141 in a shell).
      """,
    version: "1.0.0-beta.1",
    subcommands: [
      PickCommand.self, FilterCommand.self, FacetsCommand.self, IndexCommand.self,
      ServeCommand.self, RPCCommand.self, RemoveJournalCommand.self, PrepareCommand.self,
      UnprepareCommand.self,
    ],
    defaultSubcommand: PickCommand.self)

  static func main() async {
    FileDescriptor.openMissingStreams()
    ProcessMemory.shareHeaps()
    BrokenPipes.ignore()
    do {
      try Arguments.check()
      if let script = ShellScript(arguments: CommandLine.arguments.dropFirst()) {
        return try StandardOutput.write(script.text)
      }
      var command = try parse()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      end(error)
    }
  }

  /// Parses the arguments, with the person's own defaults.
  private static func parse() throws -> any ParsableCommand {
    let given = Array(CommandLine.arguments.dropFirst())
    if given.count > 1 && given[0] == "help" && CommandName(rawValue: given[1]) == nil {
      let names = CommandName.allCases.map(\.rawValue)
      throw BlamedError(text: SimilarName.missing("command", given[1], among: names))
    }
    var others: Set = ["help", "--help", "-h", "--version"]
    for command in configuration.subcommands where command != PickCommand.self {
      if let name = command.configuration.commandName { others.insert(name) }
    }
    let sources = Arguments.sources
    let arguments = FzfArguments.translated(
      Arguments.adding(sources.map(\.text), to: given, commands: others))
    let translated = FzfArguments.translated(given)
    if !others.contains(given.first ?? ""), let bad = sources.first(where: { $0.problem != nil }) {
      throw BlamedError(text: "\(bad.name): \(bad.problem ?? "")")
    }
    if let command = commandAlone(arguments, unless: others) { return command }
    do { return try parseAsRoot(arguments) } catch {
      // Blame the defaults if the arguments are valid without them.
      guard arguments != translated, (try? parseAsRoot(translated)) != nil else { throw error }
      let names = sources.filter { !$0.text.isEmpty }.map(\.name)
      throw BlamedError(
        text: names.joined(separator: " or ") + ": " + advice.sentence(for: message(for: error)))
    }
  }

  /// Parses the arguments of a command without the program's own options.
  ///
  /// With them, the parser would read the options of the default command, too, and those of every
  /// command once more.
  ///
  /// - Parameters:
  ///   - arguments: The arguments; without the name of a command, they are those of `pick`.
  ///   - others: The first arguments that are not of `pick`.
  /// - Returns: The command; nil if the arguments are invalid or request help.
  private static func commandAlone(
    _ arguments: [String], unless others: Set<String>
  ) -> (any ParsableCommand)? {
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if named == nil && others.contains(arguments.first ?? "") { return nil }
    let type = named ?? PickCommand.self
    let rest = Array(arguments.dropFirst(named == nil ? 0 : 1))
    guard let command = try? type.parseAsRoot(rest), Swift.type(of: command) == type else {
      return nil
    }
    return command
  }

  /// An error in the person's own defaults.
  private struct BlamedError: Error {
    let text: String
  }

  private static var advice: ArgumentAdvice {
    ArgumentAdvice(CommandLine.arguments.dropFirst(), help: help)
  }

  /// Ends the program after an error or a request for help.
  private static func end(_ error: any Error) -> Never {
    if let status = error as? ExitStatus { status.exit() }
    if let blamed = error as? BlamedError {
      reportLines(blamed.text)
      ExitStatus.error.exit()
    }
    switch exitCode(for: error) {
    case .success: exit(withError: error)
    case .validationFailure: reportLines(advice.sentence(for: message(for: error)))
    default: report(error)
    }
    ExitStatus.error.exit()
  }

  /// Returns the help of a command.
  private static func help(of name: CommandName) -> String {
    guard
      let command = configuration.subcommands.first(where: {
        $0.configuration.commandName == name.rawValue
      })
    else { return "" }
    return helpMessage(for: command, includeHidden: true)
  }

  /// Reports an error of a list, of a source or of the program.
  private static func report(_ error: any Error) {
    let failure =
      switch error {
      case let error as ProgramError: error
      case is FilterError: ProgramError("--where", error)
      case is SearchError: ProgramError("--search", error)
      // The parameters of requests have the names of options.
      case let error as InvalidRequestError: ProgramError(ArgumentAdvice.named(error.description))
      default: ProgramError("\(error)")
      }
    report(failure.description)
    for line in failure.place { StandardError.write(line + "\n") }
  }

  /// Reports an error in one line, and its place in two more if there is one.
  private static func reportLines(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].drop(while: { $0 == " " }) == "^" else { return report(text) }
    report(String(lines[0]))
    for line in lines[1...] { StandardError.write(visible(String(line)) + "\n") }
  }

  /// Reports an error in one line.
  private static func report(_ text: String) {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    StandardError.write("shortlist: \(visible(line))\n")
  }
}
