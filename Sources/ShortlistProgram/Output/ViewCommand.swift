import Shortlist
package import ShortlistTerminal

/// The command line that shows what a screen shows.
package enum ViewCommand {
  /// The options that say what is shown, each with a value.
  private static let options: Set<String> = [
    "--search", "--query", "-q", "--match", "--where", "--sort", "--section", "--columns",
  ]

  /// Returns the command line.
  ///
  /// - Parameters:
  ///   - view: What the screen shows.
  ///   - filter: The filter that the list was opened with; empty for none.
  ///   - isUsual: Whether the search is compared in the usual way, so that it needs no option.
  ///   - arguments: The arguments of the program, without its name.
  /// - Returns: A line for a shell, without a line end.
  package static func line(
    _ view: ViewReport, filter: String, isUsualMatch isUsual: Bool, arguments: [String]
  ) -> String {
    var words = ["shortlist"] + kept(of: arguments)
    func add(_ option: String, _ value: String) { words += [option + "=" + value] }
    if !view.search.isEmpty { add("--search", view.search) }
    if !isUsual { add("--match", view.match.rawValue) }
    let filters = [filter, view.filter?.description ?? ""].filter { !$0.isEmpty }
    if filters.count == 1 { add("--where", filters[0]) }
    if filters.count > 1 { add("--where", filters.map { "(\($0))" }.joined(separator: " AND ")) }
    if !view.sort.isEmpty {
      let names = view.sort.map { ($0.order == .descending ? "-" : "") + $0.attribute }
      add("--sort", names.joined(separator: ","))
    }
    if let sections = view.sections { add("--section", sections.attribute) }
    if let columns = view.columns { add("--columns", columns.joined(separator: ",")) }
    return words.map(quoted).joined(separator: " ")
  }

  /// Returns the arguments that say other things than what is shown.
  private static func kept(of arguments: [String]) -> [String] {
    var kept: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      if word == "--print-command" { continue }
      if options.contains(word) {
        rest = rest.dropFirst()
      } else if !(name != word && options.contains(name)) {
        kept.append(word)
      }
    }
    return kept
  }

  /// Returns a word as a shell reads it.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./,:=@%+".utf8.contains(byte)
    }
    if isPlain && !word.isEmpty { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }
}
