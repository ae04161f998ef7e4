import Shortlist

/// Names in one argument, with commas between them: `name,price,"width, mm"`.
///
/// A name that contains a comma stands in double quotes, within which a backslash comes before
/// quotes and backslashes.
package enum NameList {
  /// Splits an argument at the commas that are not within quotes; leaves out empty parts.
  ///
  /// A quotation begins with a part, or after the minus sign that a part begins with.
  package static func parts(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let start = rest.first == "-" ? rest.index(after: rest.startIndex) : rest.startIndex
      let afterQuotes = quoted(rest[start...])?.rest.startIndex ?? start
      let end = rest[afterQuotes...].firstIndex(of: ",") ?? rest.endIndex
      if end > rest.startIndex { parts.append(rest[..<end]) }
      rest = rest[end...].dropFirst()
    }
    return parts
  }

  /// Returns the name that a part denotes.
  package static func name(_ part: Substring) -> String {
    guard let (name, rest) = quoted(part), rest.isEmpty else { return String(part) }
    return name
  }

  /// Returns the name in quotes at the start of a text, and what comes after them; nil if there are
  /// none, or if they are not closed.
  package static func quoted(_ text: Substring) -> (name: String, rest: Substring)? {
    guard text.first == "\"" else { return nil }
    var (name, rest) = ("", text.dropFirst())
    while let character = rest.popFirst() {
      switch character {
      case "\"": return (name, rest)
      case "\\": name += rest.popFirst().map(String.init) ?? ""
      default: name.append(character)
      }
    }
    return nil
  }

  /// Returns a name as a part that denotes it.
  package static func text(of name: String) -> String {
    name.hasPrefix("-") ? SimilarName.quoted(name) : SimilarName.written(name)
  }
}
