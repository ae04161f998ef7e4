/// One line of user input: words are the search, `attribute:value` terms the filter.
///
///     SearchLine("price:10..20 -section:games mü", schema: schema)
///     // search "mü", filters "price:10..20 -section:games"
///
/// Only a term that names an attribute of the schema is a filter. Anything else with a colon
/// (`12:30`) is searched for. Quotes keep white space in a value; around a whole term they make it
/// a search: `"price:10"`.
package struct SearchLine: Hashable, Sendable {
  /// The words, separated by spaces.
  package private(set) var search = ""
  /// The terms, as filter text.
  package private(set) var filters = ""
  /// The first error in a term; its offset refers to the line.
  ///
  /// The term is left out.
  package private(set) var problem: FilterError?

  /// Parses a line.
  ///
  /// - Complexity: O(n) for n characters, and O(n) more for each invalid term
  package init(_ line: String, schema: ListSchema) {
    let scalars = Array(line.unicodeScalars)
    var at = 0
    var words: [String] = []
    var terms: [String] = []
    while at < scalars.count {
      if scalars[at].isSpace {
        at += 1
        continue
      }
      let start = at
      let colon = Self.skipToken(scalars, &at)
      let token = Self.text(scalars[start..<at])
      guard let colon, schema.index(of: Self.name(scalars[start..<colon])) != nil else {
        words.append(token.filter { $0 != "\"" })
        continue
      }
      do {
        _ = try Filter(parsing: token, schema: schema)
        terms.append(token)
      } catch {
        var error = error
        error.offset += scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
        problem = problem ?? error
      }
    }
    search = words.joined(separator: " ")
    filters = terms.joined(separator: " ")
  }

  /// Moves past a token, which may have white space in quotes.
  ///
  /// - Returns: The token's first colon outside of quotes.
  private static func skipToken(_ scalars: [Unicode.Scalar], _ at: inout Int) -> Int? {
    var colon: Int?
    var isQuoted = false
    while at < scalars.count, isQuoted || !scalars[at].isSpace {
      switch scalars[at] {
      case "\\" where isQuoted && at + 1 < scalars.count: at += 1
      case "\"": isQuoted.toggle()
      case ":" where !isQuoted: colon = colon ?? at
      default: break
      }
      at += 1
    }
    return colon
  }

  /// Returns the attribute named before the colon of a token.
  private static func name(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var part = scalars
    if part.first == "-" { part = part.dropFirst() }
    if part.count > 1, part.first == "\"", part.last == "\"" {
      part = part.dropFirst().dropLast()
    }
    return text(part.filter { $0 != "\\" })
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
