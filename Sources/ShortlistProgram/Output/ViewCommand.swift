import Shortlist
package import ShortlistTerminal

/// The command line that shows what a screen shows.
package struct ViewCommand: Sendable {
  /// The filter that the list was opened with; empty for none.
  package var filter = ""
  /// The person's own defaults, which the program puts before the arguments.
  package var defaults: [String] = []
  /// The arguments of the program, without its name.
  package var arguments: [String]

  package init(arguments: [String]) { self.arguments = arguments }

  /// The options with a value that say what is shown.
  private static let options: Set<String> = [
    "--search", "--query", "-q", "--match", "--where", "--sort", "--section", "--widths",
    "--collapse", "--expand",
  ]
  /// The options without one.
  private static let flags: Set<String> = [
    "--print-command", "--no-sort", "+s", "--wrap", "--no-wrap", "--wrap-word", "--no-wrap-word",
    "--disabled", "--phony", "-e", "--exact", "--collapse-all",
  ]
  /// The options by which case and accents count, which only `auto` has.
  private static let cases: Set<String> = [
    "--smart-case", "--no-ignore-case", "+i", "--ignore-case", "-i", "--literal", "--no-literal",
  ]

  /// Returns the command line.
  ///
  /// - Parameter view: What the screen shows.
  /// - Returns: A line for a shell, without a line end.
  package func line(_ view: ViewReport) -> String {
    var words = ["shortlist"] + kept(view)
    // An option of the defaults has to be taken back where there is nothing in its place.
    func add(_ names: String..., value: String) {
      if !value.isEmpty {
        words.append(names[0] + "=" + value)
      } else if isDefault(names) {
        words += [names[0], ""]
      }
    }
    add("--search", "--query", "-q", value: view.search)
    if view.match != .auto || isDefault(["--match", "--exact", "-e"]) {
      add("--match", value: view.match.rawValue)
    }
    if view.match != .auto && isDefault(["--literal"]) { words.append("--no-literal") }
    if view.match != .auto && isDefault(Array(Self.cases)) { words.append("--ignore-case") }
    let filters = [filter, view.filter?.description ?? ""].filter { !$0.isEmpty }
    add(
      "--where",
      value: filters.count > 1
        ? filters.map { "(\($0))" }.joined(separator: " AND ") : filters.first ?? "")
    add(
      "--sort",
      value: view.sort.map(SortArgument.text).joined(separator: ","))
    if !view.ranks { words.append("--no-sort") }
    add(
      "--section",
      value: view.sections.map {
        ($0.order == .descending ? "-" : "") + NameList.text(of: $0.attribute)
      } ?? "")
    if view.collapsing.isForAll && view.collapsing.names.isEmpty {
      words.append("--collapse-all")
    } else {
      let option = view.collapsing.isForAll ? "--expand=" : "--collapse="
      words += view.collapsing.names.map { option + $0 }
    }
    if let columns = view.columns {
      add("--columns", value: columns.map(NameList.text).joined(separator: ","))
    }
    add(
      "--widths",
      value: view.widths.sorted { $0.key < $1.key }
        .map { "\(NameList.text(of: $0.key)):\($0.value)" }
        .joined(separator: ","))
    if view.wraps {
      words.append("--wrap")
    } else if isDefault(["--wrap"]) {
      words.append("--no-wrap")
    }
    if !view.isSearchEnabled { words.append("--disabled") }
    return words.map(Self.quoted).joined(separator: " ")
  }

  private func isDefault(_ names: [String]) -> Bool {
    defaults.contains { names.contains(Self.name(of: $0)) }
  }

  /// Returns the name of an option, without its value.
  private static func name(of word: String) -> String { String(word.prefix { $0 != "=" }) }

  /// Returns the arguments that say other things than what is shown.
  private func kept(_ view: ViewReport) -> [String] {
    var kept: [String] = []
    var rest = arguments[...]
    let replaced = view.columns == nil ? Self.options : Self.options.union(["--columns"])
    let dropped = view.match == .auto ? Self.flags : Self.flags.union(Self.cases)
    while let word = rest.popFirst() {
      if word == "--" { return kept + [word] + rest }
      if dropped.contains(word) || word.hasPrefix("--wrap=") { continue }
      if replaced.contains(word) {
        rest = rest.dropFirst()
      } else if !(word.contains("=") && replaced.contains(Self.name(of: word))) {
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
