import ShortlistTerminal

/// Options as fzf has them, written as this program has them.
///
/// Options of fzf that only change the looks of parts that this screen does not have are left out.
package enum FzfArguments {
  /// Other names of options.
  private static let names = [
    "+i": "--no-ignore-case", "+m": "--single", "--no-multi": "--single", "+s": "--no-sort",
    "-e": "--match=substring", "--exact": "--match=substring", "--no-border": "--border=none",
    "--no-margin": "--margin=0", "--no-padding": "--padding=0", "--no-info": "--info=hidden",
    "--inline-info": "--info=inline", "--no-inline-info": "--info=default",
    "--no-unicode": "--ascii", "--wrap-word": "--wrap", "--no-wrap-word": "--no-wrap",
    "--phony": "--disabled", "--no-tmux": "--tmux=none", "--no-popup": "--tmux=none",
    "--border": "--border=rounded", "--input-border": "--input-border=rounded",
    "--list-border": "--list-border=rounded", "--header-border": "--header-border=rounded",
    "--footer-border": "--footer-border=rounded", "--gap": "--gap=1", "--gap-line": "--gap-line=┈",
    "--no-input-border": "--input-border=none", "--no-list-border": "--list-border=none",
    "--no-header-border": "--header-border=none", "--no-footer-border": "--footer-border=none",
    "--preview-border": "--preview-border=rounded", "--no-preview-border": "--preview-border=none",
    "--no-preview-label": "--preview-label=",
    "--no-input-label": "--input-label=", "--no-list-label": "--list-label=",
    "--no-header-label": "--header-label=", "--no-footer-label": "--footer-label=",
    "--no-border-label": "--border-label=", "--no-gap": "--gap=0", "--no-gap-line": "--gap-line=",
    "--no-separator": "--separator=",
  ]

  /// Options that are left out.
  private static let flags: Set<String> = [
    "-x", "--extended", "--unicode", "--bold", "--no-bold", "--black", "--no-black",
    "--highlight-line", "--no-highlight-line", "--no-scrollbar", "--hscroll", "--no-hscroll",
    "--keep-right", "--no-keep-right", "--multi-line", "--no-multi-line", "--clear", "--no-clear",
    "--ambidouble", "--no-ambidouble", "--no-header-lines-border", "--no-winpty",
    "--no-tty-default", "--no-filepath-word", "--no-raw", "--no-hidden",
  ]

  /// Options that are left out with the value that they have.
  private static let values: Set<String> = [
    "--algo", "--ellipsis", "--gutter", "--gutter-raw", "--hscroll-off", "--marker-multi-line",
    "--min-height", "--preview-wrap-sign", "--scrollbar", "--threads", "--wrap-sign",
  ]

  /// Options that are left out with the value that they may have.
  private static let optionalValues: Set<String> = ["--header-lines-border"]

  /// Options that have the value of `names` if none comes after them.
  private static let valuesWithDefault: Set<String> = [
    "--border", "--input-border", "--list-border", "--header-border", "--footer-border",
    "--preview-border", "--gap",
  ]

  /// Options that `--no-` before their names takes back, with those that have a value.
  private static let takenBack: Set<String> = [
    "--ansi", "--cycle", "--exit-0", "--header-first", "--multi", "--print-query", "--print0",
    "--read0", "--select-1", "--sync", "--tac", "--track",
  ]
  private static let takenBackWithValue: Set<String> = [
    "--expect", "--footer", "--header-lines", "--height", "--history", "--jump-labels", "--listen",
    "--preview",
  ]

  /// Options whose value may look like an option.
  private static let texts: Set<String> = [
    "-q", "--query", "--search", "--where", "--bind", "--preview", "--prompt", "--header",
    "--pointer", "--marker", "--border-label", "--jump-labels", "-d", "--delimiter", "--footer",
    "--input-label", "--list-label", "--header-label", "--footer-label", "--preview-label",
    "--ghost", "--separator", "-f", "--filter",
  ]

  /// Returns the arguments as this program has them.
  package static func translated(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      let name = word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : word
      let hasValue = name != word
      if name == "--preview-window", (hasValue ? word : rest.first)?.contains("border") == true {
        // The border that is given last counts.
        remove("--preview-border", from: &result)
      }
      if texts.contains(word), let value = rest.popFirst() {
        result += [word, value]
      } else if name == "--tmux" || name == "--popup" {
        let isPlace = !hasValue && rest.first.map { (try? TmuxPopup($0)) != nil } ?? false
        let value = isPlace ? rest.removeFirst() : "center"
        result.append("--tmux=" + (hasValue ? String(word.dropFirst(name.count + 1)) : value))
      } else if let option = takenBack(by: word) {
        remove(option, from: &result)
      } else if word.hasPrefix("-m"), let count = Int(word.dropFirst(2)), count > 1 {
        result.append("--max=\(count)")
      } else if name == "--toggle-sort" {
        let key = hasValue ? String(word.dropFirst(name.count + 1)) : rest.popFirst() ?? ""
        result.append("--bind=\(key):toggle-sort")
      } else if name == "--walker" {
        let value = hasValue ? word.dropFirst(name.count + 1) : (rest.popFirst() ?? "")[...]
        let kinds = value.split(separator: ",")
        let (files, directories) = (kinds.contains("file"), kinds.contains("dir"))
        result.append("--walk=" + (directories ? files ? "all" : "directories" : "files"))
      } else if name == "--walker-root" {
        result.append(hasValue ? String(word.dropFirst(name.count + 1)) : rest.popFirst() ?? ".")
      } else if word == "-m" || name == "--multi" {
        let isCount = !hasValue && rest.first.flatMap { Int($0) } != nil
        let value = isCount ? rest.removeFirst() : String(word.dropFirst(name.count + 1))
        result.append(value.isEmpty ? "--multi" : "--max=" + value)
      } else if name == "--tail" {
        let value = hasValue ? String(word.dropFirst(name.count + 1)) : rest.popFirst() ?? ""
        result.append("--window=flexible:\(value)@end,max=\(value)")
      } else if valuesWithDefault.contains(word), let next = rest.first, isLook(next) {
        result.append("\(word)=\(rest.removeFirst())")
      } else if name == "--wrap" && hasValue {
        result.append(name)
      } else if values.contains(name) {
        if !hasValue { rest = rest.dropFirst() }
      } else if optionalValues.contains(name) {
        if !hasValue, let next = rest.first, isLook(next) { rest = rest.dropFirst() }
      } else if let other = names[word], other.hasSuffix("=") {
        // The parser takes an empty value only as a word of its own.
        result += [String(other.dropLast()), ""]
      } else if !flags.contains(word) {
        result.append(names[word] ?? word)
      }
    }
    return result
  }

  /// Returns the option that a word takes back; nil if it is none of these words.
  private static func takenBack(by word: String) -> String? {
    if word == "--enabled" { return "--disabled" }
    guard word.hasPrefix("--no-") else { return nil }
    let option = "--" + word.dropFirst(5)
    return takenBack.contains(option) || takenBackWithValue.contains(option) ? option : nil
  }

  /// Removes an option that was given before.
  private static func remove(_ option: String, from words: inout [String]) {
    words.removeAll { $0.hasPrefix(option + "=") }
    while let place = words.firstIndex(of: option) {
      let hasValue = takenBackWithValue.contains(option) && place + 1 < words.count
      words.removeSubrange(place...(hasValue ? place + 1 : place))
    }
  }

  /// Whether a word is a value of an option that may have one.
  private static func isLook(_ word: String) -> Bool {
    (try? BorderStyle(word)) != nil || Int(word) != nil || word == "inline"
  }
}
