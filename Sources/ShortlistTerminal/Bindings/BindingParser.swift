/// Parses the text of bindings: `key:action+action…,key:action`.
///
/// The argument of an action is in brackets of any kind that fzf takes, and ends at the first
/// closing one before `+`, `,` or the end; or it begins after a colon and ends with the text.
struct BindingParser {
  typealias Binding = (name: String, trigger: Trigger, actions: [Action], text: String)

  private var rest: Substring

  /// The closing brackets of the opening ones that are no pairs of the same character.
  private static let closing: [Character: Character] = ["(": ")", "[": "]", "{": "}", "<": ">"]
  /// The characters that can be on both sides of an argument.
  private static let fences: Set<Character> = [
    "~", "!", "@", "#", "$", "%", "^", "&", "*", ";", "/", "|",
  ]

  init(_ text: String) { rest = text[...] }

  mutating func parse() throws(BindingError) -> [Binding] {
    var bindings: [Binding] = []
    skipSpace()
    while !rest.isEmpty {
      bindings += try binding()
      if rest.first == "," { rest = rest.dropFirst() }
      skipSpace()
    }
    return bindings
  }

  /// Parses `action+action…`, the whole text.
  mutating func parseActions() throws(BindingError) -> [Action] {
    skipSpace()
    if rest.isEmpty { return [] }
    let actions = try chain()
    if rest.isEmpty { return actions }
    throw BindingError("an action expected, not \(rest)")
  }

  private mutating func binding() throws(BindingError) -> [Binding] {
    let start = rest
    var names: [String] = []
    repeat {
      // Colons and commas are keys, too.
      let isSign = rest.first == ":" || rest.first == ","
      let name = isSign ? rest.prefix(1) : rest.prefix { $0 != ":" && $0 != "," }
      rest = rest[name.endIndex...]
      names.append(name == " " ? "space" : name.trimmed)
      guard let next = rest.first else {
        throw BindingError("an action expected after \(start), as in ctrl-r:accept")
      }
      rest = rest.dropFirst()
      if next == ":" { break }
    } while true
    let text = rest
    let actions: [Action]
    do { actions = try chain() } catch { throw BindingError("\(start): \(error)") }
    var bindings: [Binding] = []
    for name in names {
      bindings.append(
        (name, try Trigger(named: name), actions, String(text[..<rest.startIndex])))
    }
    return bindings
  }

  private mutating func chain() throws(BindingError) -> [Action] {
    var actions: [Action] = []
    while true {
      actions += try action()
      skipSpace()
      guard rest.first == "+" else { return actions }
      rest = rest.dropFirst()
      // A plus sign at the end adds to the actions before; so do all.
      if rest.isEmpty { return actions }
    }
  }

  private mutating func action() throws(BindingError) -> [Action] {
    skipSpace()
    var name = rest.prefix { $0.isLetter || $0 == "-" }
    // Two names have a slash, which also is a fence.
    if rest[name.endIndex...].hasPrefix("/eof") { name = rest.prefix(name.count + 4) }
    rest = rest[name.endIndex...]
    let argument = try argument(of: name)
    let known = name.lowercased()
    if let actions = try ActionNames.actions(known, argument) { return actions }
    if argument != nil, ActionNames.plain[known] != nil {
      throw BindingError("\(name) takes no argument")
    }
    if argument == nil, ActionNames.all.contains(known) {
      throw BindingError("\(name) needs an argument, as in \(name)(…)")
    }
    throw BindingError(unknown: "action", String(name), among: ActionNames.all)
  }

  /// Parses the argument of an action; nil if it has none.
  private mutating func argument(of name: Substring) throws(BindingError) -> String? {
    guard let open = rest.first else { return nil }
    if open == ":" {
      defer { rest = rest[rest.endIndex...] }
      return String(rest.dropFirst())
    }
    guard let close = Self.closing[open] ?? (Self.fences.contains(open) ? open : nil) else {
      return nil
    }
    let inner = rest.dropFirst()
    var place = inner.startIndex
    while let end = inner[place...].firstIndex(of: close) {
      let after = inner.index(after: end)
      if after == inner.endIndex || inner[after] == "+" || inner[after] == "," {
        rest = inner[after...]
        return String(inner[..<end])
      }
      place = after
    }
    throw BindingError("\(close) expected at the end of \(name)\(open)…")
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }
}
