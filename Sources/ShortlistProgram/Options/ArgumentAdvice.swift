import Shortlist
import ShortlistSystem

/// Messages for mistakes in the arguments, which say what to write instead.
struct ArgumentAdvice {
  private let arguments: [String]
  /// Returns the help of a command.
  private let help: (CommandName) -> String

  /// Creates the advice for arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - help: Returns the help of a command.
  init(_ arguments: some Sequence<String>, help: @escaping (CommandName) -> String) {
    self.arguments = Array(arguments)
    self.help = help
  }

  /// The command of the arguments.
  private var command: CommandName { arguments.first.flatMap(CommandName.init) ?? .pick }

  /// Returns the sentence for a message of the parser.
  func sentence(for message: String) -> String {
    let advice =
      Self.quoted(in: message, after: "Unknown option '").flatMap(adviceForOption)
      ?? Self.withoutValue(message)
    // A caret below its place explains a mistake.
    if message.hasSuffix("^") { return advice ?? message }
    return advice ?? "\(message) (shortlist \(command.rawValue) --help)"
  }

  /// Returns what the parser of an option says of its value, with the name of the option; nil if it
  /// says nothing.
  private static func withoutValue(_ message: String) -> String? {
    guard message.hasPrefix("The value '"),
      let start = message.firstRange(of: "' is invalid for '"),
      let end = message[start.upperBound...].firstRange(of: "': ")
    else { return nil }
    let option = message[start.upperBound..<end.lowerBound].prefix { $0 != " " }
    let text = message[end.upperBound...]
    // The message has the long name of the option, whatever its name was.
    return text.hasPrefix("--") ? String(text) : "\(option): \(text)"
  }

  /// Returns the text between a beginning and the next quote.
  private static func quoted(in message: String, after beginning: String) -> String? {
    guard message.hasPrefix(beginning) else { return nil }
    return message.dropFirst(beginning.count).split(separator: "'").first.map(String.init)
  }

  /// Why options of fzf are not there.
  private static let refused = [
    "--raw": "rows that do not match are never shown",
    "--freeze-left": "the first column of a table always stays, and lines do not scroll in fields",
    "--freeze-right": "only the first column of a table stays",
    "--info-command": "--info has a text before the number, as in inline:TEXT",
    "--filepath-word": "words end at signs already", "--no-extended": "use --match substring",
    "+x": "use --match substring", "--listen-unsafe": "--listen PATH runs actions already",
  ]

  /// Returns the sentence for an option that another command has; nil if none has it.
  private func adviceForOption(_ option: String) -> String? {
    if !option.hasPrefix("--") { return nil }
    if let reason = Self.refused[option] { return "\(option): \(reason)" }
    let owners = CommandName.allCases.filter { options(of: $0).contains(option) }.map(\.rawValue)
    if owners.isEmpty { return nil }
    let names = owners.count > 1 ? "\(owners[0]) and \(owners[1])" : owners[0]
    let name = command.rawValue
    return "\(option) is an option of \(names), not of \(name) (shortlist \(name) --help)"
  }

  /// Returns the long options of a command, as its help shows them.
  private func options(of command: CommandName) -> Set<String> {
    Set(
      help(command).split(separator: "\n").filter { $0.hasPrefix("  -") }.flatMap { line in
        line.split(whereSeparator: { " ,".contains($0) }).prefix { $0.hasPrefix("-") }
          .map(String.init)
      })
  }

  /// Returns what is wrong with a word that is neither a command nor an existing file; nil if it is
  /// one of them, or similar to no command.
  static func problem(withFile word: String) -> String? {
    let names = CommandName.allCases.map(\.rawValue)
    if names.contains(word) || (try? FileStatus(path: word)) != nil { return nil }
    if ["asc", "desc"].contains(word.lowercased()) {
      return "there is no file \(word); for the descending order write --sort -attribute"
    }
    guard let meant = SimilarName.of(word, among: names) else { return nil }
    return "there is no file \(word) and no such command; did you mean \(meant)?"
  }

  /// Returns a message about the parameter of a request, with the name of the option that it has.
  static func named(_ message: String) -> String {
    let options = [
      "sort": "--sort", "in": "--in", "sections": "--section", "id": "--id", "schema": "--schema",
      "columns": "--columns", "facets": "--facets", "create": "--create", "widths": "--widths",
    ]
    guard let colon = message.firstIndex(of: ":"),
      let option = options[String(message[..<colon])]
    else { return message }
    let isOrder = ["asc", "desc"].contains { message.contains("no attribute \($0) ") }
    let advice = isOrder ? "; for the descending order write -attribute" : ""
    return option + message[colon...] + advice
  }
}
