import ArgumentParser
import ShortlistTerminal

/// What keys and events do.
struct KeyOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "What keys and events do, by the names of fzf (repeatable).",
      discussion: """
        Actions with + between them follow each other; some take a text or a command in brackets, or \
        up to the end behind a colon. For example: --bind 'ctrl-r:reload(ps -ef)+first,f2:toggle-all'
        """, valueName: "key:action+action,…"))
  var bind: [String] = []

  @Flag(help: "Do not search for what is typed; --bind 'change:reload:…' can use it.")
  var disabled = false

  @Flag(name: .customLong("no-input"), help: "Show no search line; --bind can show it.")
  var noInput = false

  @Option(
    name: .customLong("with-shell"),
    help: ArgumentHelp(
      "The shell that runs commands, with its arguments before a command, as 'bash -c'.",
      discussion: "Otherwise, it is $SHELL -c, or sh -c without that variable.",
      valueName: "command"))
  var withShell: String?

  @Flag(help: "Keep the cursor on its row when the search changes.")
  var track = false

  @Flag(help: "Show the screen only when all rows are read.")
  var sync = false

  @Option(
    help: ArgumentHelp(
      "Keep what was searched for in a file; Ctrl-P and Ctrl-N go through it.", valueName: "file"),
    completion: .file())
  var history: String?

  @Option(
    name: .customLong("history-size"),
    help: ArgumentHelp("The most searches in that file.", valueName: "n"))
  var historySize = 1000

  func validate() throws {
    _ = try bindings()
    if let withShell, Arguments.words(of: withShell).isEmpty {
      throw ValidationError("--with-shell: a command expected, as 'bash -c'")
    }
    if !(1...1_000_000).contains(historySize) {
      throw ValidationError("--history-size: 1 to 1000000 expected, not \(historySize)")
    }
  }

  /// Chooses what is given.
  func choose(_ options: inout PickOptions) {
    if let bindings = try? bindings() { options.bindings = bindings }
    options.isSearchDisabled = disabled
    options.hasInput = !noInput
    if let withShell { options.shell = Arguments.words(of: withShell) }
    options.tracks = track
    options.history = historyFile?.searches ?? []
  }

  /// The file of searches; nil if there is none.
  var historyFile: HistoryFile? { history.map { HistoryFile(path: $0, limit: historySize) } }

  /// Whether a command gives the rows at the start.
  var reloadsAtStart: Bool { (try? bindings())?.reloadsAtStart ?? false }

  func bindings() throws -> Bindings {
    var bindings = Bindings()
    if history != nil {
      bindings.bind(.key(.character("p", .control)), to: [.previousQuery])
      bindings.bind(.key(.character("n", .control)), to: [.nextQuery])
    }
    for text in bind {
      try ProgramError.parsing("--bind") { try bindings.add(text) }
    }
    return bindings
  }
}
