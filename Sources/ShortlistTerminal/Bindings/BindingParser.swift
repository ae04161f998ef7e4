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

  mutating func parse() throws(SyntaxError) -> [Binding] {
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
  mutating func parseActions() throws(SyntaxError) -> [Action] {
    skipSpace()
    if rest.isEmpty { return [] }
    let actions = try chain()
    if rest.isEmpty { return actions }
    throw SyntaxError("an action expected, not \(rest)", at: rest)
  }

  private mutating func binding() throws(SyntaxError) -> [Binding] {
    let start = rest
    var names: [Substring] = []
    repeat {
      // Colons and commas are keys, too.
      let isSign = rest.first == ":" || rest.first == ","
      let name = isSign ? rest.prefix(1) : rest.prefix { $0 != ":" && $0 != "," }
      rest = rest[name.endIndex...]
      names.append(name == " " ? name : name.trimmed)
      guard let next = rest.first else {
        throw SyntaxError("an action expected after \(start), as in ctrl-r:accept", at: rest)
      }
      rest = rest.dropFirst()
      if next == ":" { break }
    } while true
    let text = rest
    let actions = try chain()
    var bindings: [Binding] = []
    for name in names {
      let shown = name == " " ? "space" : String(name)
      let written = String(text[..<rest.startIndex])
      bindings.append((shown, try Trigger(named: name), actions, written))
    }
    return bindings
  }

  private mutating func chain() throws(SyntaxError) -> [Action] {
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

  private mutating func action() throws(SyntaxError) -> [Action] {
    skipSpace()
    var name = rest.prefix { $0.isLetter || $0 == "-" }
    // Two names have a slash, which also is a fence.
    if rest[name.endIndex...].hasPrefix("/eof") { name = rest.prefix(name.count + 4) }
    rest = rest[name.endIndex...]
    let argument = try argument(of: name)
    if name.isEmpty { throw SyntaxError("an action expected, as in ctrl-r:accept", at: name) }
    let known = name.lowercased()
    if let actions = try ActionNames.actions(known, argument) { return actions }
    if argument != nil, ActionNames.plain[known] != nil {
      throw SyntaxError("\(name) takes no argument", at: name)
    }
    if argument == nil, ActionNames.all.contains(known) {
      throw SyntaxError("\(name) needs an argument, as in \(name)(…)", at: name)
    }
    throw SyntaxError(unknown: "action", name, among: ActionNames.all, listed: [])
  }

  /// Parses the argument of an action; nil if it has none.
  private mutating func argument(of name: Substring) throws(SyntaxError) -> Substring? {
    guard let open = rest.first else { return nil }
    if open == ":" {
      defer { rest = rest[rest.endIndex...] }
      return rest.dropFirst()
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
        return inner[..<end]
      }
      place = after
    }
    throw SyntaxError("\(close) expected at the end of \(name)\(open)…", at: inner)
  }

  private mutating func skipSpace() { rest = rest.drop(while: \.isWhitespace) }
}
