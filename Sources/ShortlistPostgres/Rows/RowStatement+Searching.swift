import ShortlistCore

/// Searches, and the kinds of their matches.
///
/// A substring is looked for first in each case: most texts do not have it, and an index of
/// trigrams can find those that do.
extension RowStatement {
  /// Returns the condition that a term of each clause holds.
  mutating func search(_ clauses: [[RowTerm]]) -> String {
    var parts: [String] = []
    for clause in clauses {
      var terms: [String] = []
      for term in clause { terms.append(self.term(term)) }
      parts.append("(" + terms.joined(separator: " OR ") + ")")
    }
    return parts.isEmpty ? "true" : "(" + parts.joined(separator: " AND ") + ")"
  }

  private mutating func term(_ term: RowTerm) -> String {
    let condition: String
    switch term.condition {
    case .text(let needle, let columns):
      var hits: [String] = []
      for column in columns { hits.append(hit(column, needle)) }
      condition = hits.isEmpty ? "false" : "(" + hits.joined(separator: " OR ") + ")"
    case .test(let test): condition = self.condition(RowCondition(tests: [test]))
    }
    return term.isNegated ? "(\(condition) IS NOT TRUE)" : condition
  }

  /// Returns the condition that a column passes its test with a folded text.
  mutating func hit(_ column: SearchedColumn, _ needle: String) -> String {
    if !canContain(column.index, needle) { return "false" }
    if type(column.index) == .list {
      return """
        EXISTS (SELECT 1 FROM unnest(\(value(column.index))) e \
        WHERE \(hit(fold("e"), column.test, needle)))
        """
    }
    return "(\(hit(fold(text(column.index)), column.test, needle)))"
  }

  /// Whether texts of a column may have all characters of a folded text.
  ///
  /// Without the columns that cannot, the server can use an index of the others.
  private func canContain(_ column: Int, _ needle: String) -> Bool {
    let characters: String
    switch type(column) {
    case .integer: characters = "-0123456789"
    case .number: characters = "-+.e0123456789"
    case .boolean: characters = "truefals"
    case .date: characters = "-:.tz0123456789"
    case .text, .list: return true
    }
    return needle.unicodeScalars.allSatisfy { characters.unicodeScalars.contains($0) }
  }

  /// Returns the condition that every word begins a word of a text.
  mutating func words(_ words: [String], of text: String) -> String {
    var hits: [String] = []
    for word in words { hits.append(hit(fold(text), .wordStart, word)) }
    return hits.isEmpty ? "true" : hits.joined(separator: " AND ")
  }

  private mutating func hit(_ folded: String, _ test: TextTest, _ needle: String) -> String {
    // A server does not look for typos.
    if needle.utf8.contains(0) || test.allowsTypos { return "false" }
    func like(_ pattern: String) -> String {
      "\(folded) LIKE \(add(pattern, "text")) COLLATE \"C\""
    }
    let part = Self.likePattern(needle)
    switch test {
    case .letters, .typos:
      let letters = needle.unicodeScalars.map { Self.likePattern(String($0)) }
      return like("%" + letters.joined(separator: "%") + "%")
    case .anywhere: return like("%\(part)%")
    case .start: return like("\(part)%")
    case .end: return like("%\(part)")
    case .whole: return "\(folded) = \(add(needle, "text")) COLLATE \"C\""
    case .wordStart:
      // Most words are at the beginning or after a space, which takes less than an expression.
      return """
        \(like("%\(part)%")) AND (\(like("\(part)%")) OR \(like("% \(part)%")) \
        OR \(matches(folded, needle)))
        """
    case .word:
      return "\(like("%\(part)%")) AND \(matches(folded, needle, endsWord: true))"
    }
  }

  /// Returns the pattern of `LIKE` for a text.
  private static func likePattern(_ text: String) -> String {
    var pattern = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if ["\\", "%", "_"].contains(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }

  /// Returns the condition that a text begins at the border of a word of a folded text.
  ///
  /// - Parameters:
  ///   - folded: The folded text.
  ///   - needle: The text.
  ///   - isJoined: Whether a single sign between two characters may be left out.
  ///   - endsWord: Whether it must also end at a border.
  ///   - endsText: Whether it must also end the text.
  /// - Returns: The condition.
  private mutating func matches(
    _ folded: String, _ needle: String, isJoined: Bool = false, endsWord: Bool = false,
    endsText: Bool = false
  ) -> String {
    let scalars = Array(needle.unicodeScalars)
    let letters = scalars.map { scalar in
      let isPlain = scalar.value >= 0x80 || Folding.isWordCharacter(scalar.value)
      return (isPlain ? "" : "\\") + String(scalar)
    }
    let hasEnd = endsWord && scalars.last.map { Folding.isWordCharacter($0.value) } == true
    func expression(_ others: String) -> String {
      "(^|[^a-z0-9A-Z\(others)])" + letters.joined(separator: isJoined ? Self.sign : "")
        + (endsText ? "$" : hasEnd ? "($|[^a-z0-9A-Z\(others)])" : "")
    }
    let all = "\(add(expression(FoldingFunctions.wordRanges), "text")) COLLATE \"C\""
    if !scalars.allSatisfy(\.isASCII) { return "\(folded) ~ \(all)" }
    // The short expression suffices for a text in ASCII.
    let short = "\(add(expression(""), "text")) COLLATE \"C\""
    return """
      \(folded) ~ (CASE WHEN octet_length(\(folded)) = char_length(\(folded)) THEN \(short) \
      ELSE \(all) END)
      """
  }

  /// A sign in ASCII, or nothing, as a regular expression.
  private static let sign = "[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]?"

  // MARK: Ranks

  /// Returns the sum of the kinds of the matches of clauses.
  mutating func rank(_ clauses: [[RowTerm]]) -> String {
    var sums: [String] = []
    for clause in clauses {
      var kinds: [String] = []
      for term in clause {
        guard case .text(let needle, let columns) = term.condition else { continue }
        for column in columns { kinds.append(kind(column, needle)) }
      }
      if !kinds.isEmpty { sums.append("greatest(\(kinds.joined(separator: ", ")))") }
    }
    return sums.isEmpty ? "0" : "(\(sums.joined(separator: " + ")))"
  }

  /// Returns the greatest rank that rows can have.
  func greatestRank(_ clauses: [[RowTerm]]) -> Int {
    4
      * clauses.count { clause in
        clause.contains { term in
          if case .text(_, let columns) = term.condition { !columns.isEmpty } else { false }
        }
      }
  }

  private mutating func kind(_ column: SearchedColumn, _ needle: String) -> String {
    if !canContain(column.index, needle) { return "0" }
    if type(column.index) == .list {
      return """
        coalesce((SELECT max(\(kind(fold("e"), column.test, needle))) \
        FROM unnest(\(value(column.index))) e), 0)
        """
    }
    return kind(fold(text(column.index)), column.test, needle)
  }

  /// Returns 4 for a match at the start of a word, 3 for one inside, and 0 for scattered letters.
  private mutating func kind(_ folded: String, _ test: TextTest, _ needle: String) -> String {
    let hit = hit(folded, test, needle)
    if hit == "false" { return "0" }
    let begins: String
    switch test {
    case .wordStart, .word, .start, .whole: return "(CASE WHEN \(hit) THEN 4 ELSE 0 END)"
    case .end: begins = matches(folded, needle, endsText: true)
    case .anywhere: begins = matches(folded, needle)
    case .letters, .typos: begins = matches(folded, needle, isJoined: true)
    }
    let inside = self.hit(folded, test == .letters ? .anywhere : test, needle)
    return """
      (CASE WHEN \(hit) THEN CASE WHEN \(begins) THEN 4 WHEN \(inside) THEN 3 ELSE 0 END ELSE 0 END)
      """
  }
}
