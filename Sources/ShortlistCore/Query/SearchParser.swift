/// A parser of searches with signs, as `match` `auto` has them.
///
/// White space separates terms that must all hold; `|` between two terms makes them alternatives.
struct SearchParser {
  private var parser: FilterParser
  private let columns: [Int]
  private let schema: ListSchema
  private let caseRule: CaseRule
  private let isLiteral: Bool
  private let allowsScatteredLetters: Bool
  private let isLenient: Bool
  /// The first attribute with each folded name; made for the first term that may name one.
  private var names: [[UInt8]: Int]?

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - columns: The columns in which words are searched.
  ///   - schema: The attributes.
  ///   - caseRule: Whether the case of letters counts.
  ///   - isLiteral: Whether their accents count.
  ///   - allowsScatteredLetters: Whether words are also found by letters that are apart.
  ///   - isLenient: Whether to leave out invalid terms rather than throw.
  init(
    _ search: String, _ columns: [Int], _ schema: ListSchema, caseRule: CaseRule = .ignored,
    isLiteral: Bool = false, allowsScatteredLetters: Bool = true, isLenient: Bool
  ) {
    parser = FilterParser(text: search, schema: schema, isSearch: true)
    self.columns = columns
    self.schema = schema
    self.caseRule = caseRule
    self.isLiteral = isLiteral
    self.allowsScatteredLetters = allowsScatteredLetters
    self.isLenient = isLenient
  }

  /// Parses the clauses.
  mutating func parse() throws(SearchError) -> [[SearchTerm]] {
    var clauses: [[Draft]] = []
    var isAlternative = false
    while true {
      parser.skipSpace()
      if parser.isAtEnd { break }
      if skipAlternative() {
        isAlternative = !clauses.isEmpty
        continue
      }
      let start = parser.at
      let draft: Draft?
      do {
        draft = try term()
      } catch {
        if !isLenient { throw error }
        parser.at = start
        skipWord()
        draft = nil
      }
      guard let draft else { continue }
      if isAlternative {
        clauses[clauses.count - 1].append(draft)
      } else {
        clauses.append([draft])
      }
      isAlternative = false
    }
    let isGreedy = SearchPlan.isGreedy(clauses.joined().compactMap(\.ranked))
    return clauses.map { $0.map { made($0, isGreedy: isGreedy) } }
  }

  /// A parsed term.
  private struct Draft {
    enum Condition {
      case text([UInt8], TextTest)
      case attribute(Int, [UInt8])
      case filter(Filter)
      case value(Filter, Int, [UInt8])
    }

    var condition: Condition
    var isNegated: Bool
    /// The text as it is typed, if its case or its accents count.
    var typed: String?

    /// The folded text if it decides the order.
    var ranked: [UInt8]? {
      if case .text(let text, _) = condition, !isNegated { text } else { nil }
    }
  }

  private func made(_ draft: Draft, isGreedy: Bool) -> SearchTerm {
    switch draft.condition {
    case .text(let text, let test):
      let columns = columns.map { index in
        // Letters are scattered over texts only; numbers and dates contain what is typed.
        let isText = schema.entries[index].type.isSearchedByDefault
        return SearchedColumn(index, test == .letters && !isText ? .anywhere : test)
      }
      let needle = Needle(text, isGreedy: isGreedy)
      return SearchTerm(
        condition: .text(needle, columns), isNegated: draft.isNegated, isRanked: !draft.isNegated,
        exactCase: draft.typed.map { typed in
          CaseTest(typed, test, ignoresCase: !caseRule.applies(to: typed))
        })
    case .attribute(let index, let text):
      let column = SearchedColumn(index, .anywhere)
      return SearchTerm(condition: .text(Needle(text), [column]), isNegated: draft.isNegated)
    case .filter(let filter):
      return SearchTerm(condition: .filter(filter), isNegated: draft.isNegated)
    case .value(let filter, let index, let text):
      let needle = Needle(text)
      let isWord = needle.scalars.first.map(Folding.isWordCharacter) == true
      let column = SearchedColumn(index, isWord ? .wordStart : .anywhere)
      return SearchTerm(
        condition: .value(filter, needle, [column]), isNegated: draft.isNegated)
    }
  }

  // MARK: Terms

  /// Returns the search without the terms that may name an attribute.
  mutating func withoutAttributes() -> String {
    var words: [String] = []
    while true {
      parser.skipSpace()
      if parser.isAtEnd { return words.joined(separator: " ") }
      let start = parser.at
      if !parser.skip("!") { _ = parser.skip("-") }
      let namesAttribute = skipName() != nil
      if parser.skip("\"") {
        parser.at -= 1
        _ = quoted()
      }
      skipWord()
      if !namesAttribute { words.append(parser.string(start..<parser.at)) }
    }
  }

  /// Skips `|` or `OR` between white space.
  private mutating func skipAlternative() -> Bool {
    let start = parser.at
    let word = rawWord()
    if word == "|" || word == "OR" { return true }
    parser.at = start
    return false
  }

  /// Parses a term; nil if only its signs are there yet.
  private mutating func term() throws(SearchError) -> Draft? {
    var isNegated = parser.skip("!")
    if !isNegated && parser.peek == "-" {
      // A minus before a word or a quote means not; before a digit or a sign it is a character.
      let next = parser.at + 1 < parser.scalars.count ? parser.scalars[parser.at + 1] : " "
      let isDigit = ("0"..."9").contains(next)
      isNegated = next == "\"" || Folding.isWordCharacter(next.value) && !isDigit
      if isNegated { parser.at += 1 }
    }
    if let condition = try attributeTerm() {
      return condition.map { Draft(condition: $0, isNegated: isNegated) }
    }
    let isExact = parser.skip("'")
    let isStart = !isExact && parser.skip("^")
    var isEnd = false
    var isWord = false
    let isQuoted = parser.peek == "\""
    var text = ""
    if isQuoted {
      text = quoted()
      let isLast =
        parser.at + 1 >= parser.scalars.count || parser.scalars[parser.at + 1].isSpace
      if isLast { isEnd = parser.skip("$") }
    } else {
      var word = rawWord().unicodeScalars
      func dropLast(_ sign: Unicode.Scalar) -> Bool {
        guard word.count > 1, word.last == sign else { return false }
        word.removeLast()
        return true
      }
      isEnd = dropLast("$")
      isWord = isExact && !isEnd && dropLast("'")
      text = String(word)
    }
    var folded = Folding.fold(text)
    if !isQuoted { folded = Array(folded[Folding.trimmed(folded.span)]) }
    if folded.isEmpty { return nil }
    let isPlain = !isExact && !isQuoted && !isNegated && !Self.isLiteral(folded)
    let scatters = isPlain && allowsScatteredLetters
    let test: TextTest =
      switch (isStart, isEnd) {
      case (true, true): .whole
      case (true, false): .start
      case (false, true): .end
      case (false, false): isWord ? .word : scatters ? .letters : .anywhere
      }
    return Draft(
      condition: .text(folded, test), isNegated: isNegated,
      typed: isLiteral || caseRule.applies(to: text) ? text : nil)
  }

  /// Whether a word stands for its characters only: it begins with a sign, or has two in a row.
  private static func isLiteral(_ folded: [UInt8]) -> Bool {
    var isAfterSign = true
    for scalar in String(decoding: folded, as: UTF8.self).unicodeScalars {
      let isSign = !Folding.isWordCharacter(scalar.value)
      if isSign && isAfterSign { return true }
      isAfterSign = isSign
    }
    return false
  }

  // MARK: Attributes

  /// Parses a term on an attribute.
  ///
  /// - Returns: Nil if the next term does not name an attribute; a condition of nil if there is no
  ///   value yet.
  private mutating func attributeTerm() throws(SearchError) -> Draft.Condition?? {
    let start = parser.at
    guard let (name, sign) = skipName() else { return nil }
    guard let index = attribute(name) else {
      let place = parser.at
      parser.at = start
      try checkUnknown(name, sign, start, valueAt: place)
      return nil
    }
    let (attribute, type) = (schema.entries[index].name, schema.entries[index].type)
    if parser.isAtEnd || parser.peek?.isSpace == true { return .some(nil) }
    do throws(FilterError) {
      switch sign {
      case "~":
        let text = Folding.fold(try parser.plainValue())
        try requireEnd()
        return .some(text.isEmpty ? nil : .attribute(index, text))
      case ":": break
      default:
        if !type.isOrdered {
          parser.at = start
          return nil
        }
        // `seats>100` is short for `seats:>100`.
        parser.at -= 1
      }
      let place = parser.at
      let filter = try parser.value(attribute, type)
      try requireEnd()
      guard case .equals = filter, type != .boolean else { return .some(.filter(filter)) }
      let isQuoted = parser.scalars[place] == "\""
      parser.at = place
      let text = Folding.fold(isQuoted ? try parser.quoted() : parser.bare())
      return .some(text.isEmpty ? .filter(filter) : .value(filter, index, text))
    } catch {
      throw SearchError(error)
    }
  }

  private func requireEnd() throws(FilterError) {
    guard let next = parser.peek, !next.isSpace else { return }
    throw parser.error(parser.at, "white space")
  }

  /// Skips a name and one of `:`, `~`, `<` and `>`; returns nil if there is none.
  private mutating func skipName() -> (name: String, sign: Unicode.Scalar)? {
    let start = parser.at
    let signs = ":~<>".unicodeScalars
    var name = ""
    if parser.peek == "\"" {
      name = quoted()
    } else {
      while let scalar = parser.peek, !scalar.isSpace, scalar != "\"", !signs.contains(scalar) {
        parser.at += 1
      }
      name = parser.string(start..<parser.at)
    }
    guard !name.isEmpty, let sign = parser.peek, signs.contains(sign) else {
      parser.at = start
      return nil
    }
    parser.at += 1
    return (name, sign)
  }

  /// Returns the attribute with a name, compared without regard to case if none has exactly it.
  private mutating func attribute(_ name: String) -> Int? {
    if let index = schema.index(of: name) { return index }
    let known =
      names
      ?? Dictionary(
        schema.entries.enumerated().map { (Folding.fold($1.name), $0) }, uniquingKeysWith: min)
    names = known
    return known[Folding.fold(name)]
  }

  /// Throws if a name before a sign was probably meant as an attribute.
  ///
  /// `12:30`, `https://…`, `std::vector` and `C:\` are texts, and so is every term of a list with
  /// one attribute. Before other signs than a colon, only a name that is nearly that of an
  /// attribute is meant as one.
  private func checkUnknown(
    _ name: String, _ sign: Unicode.Scalar, _ start: Int, valueAt place: Int
  ) throws(SearchError) {
    let isQuoted = parser.scalars[start] == "\""
    let scalars = name.unicodeScalars
    guard !isQuoted, place < parser.scalars.count, !parser.scalars[place].isSpace,
      !":/\\".unicodeScalars.contains(parser.scalars[place]),
      let first = scalars.first, Folding.isWordCharacter(first.value),
      !("0"..."9").contains(first), scalars.count > 1,
      scalars.allSatisfy({ Folding.isWordCharacter($0.value) || $0 == "_" })
    else { return }
    if schema.entries.count == 1 { return }
    let suggestion = schema.name(similarTo: name)
    if suggestion == nil && sign != ":" { return }
    let reason = "there is no attribute \(name)"
    var error = SearchError(
      offset: parser.offset(of: start),
      reason: suggestion == nil ? "\(reason), and a text with a colon needs quotes" : reason,
      suggestion: suggestion)
    error.text = parser.string(0..<parser.scalars.count)
    throw error
  }

  // MARK: Words

  /// Parses characters up to white space; `\` before white space includes it.
  private mutating func rawWord() -> String {
    var word = String.UnicodeScalarView()
    while let scalar = parser.peek, !scalar.isSpace {
      parser.at += 1
      if scalar == "\\", let next = parser.peek, next.isSpace {
        word.append(next)
        parser.at += 1
      } else {
        word.append(scalar)
      }
    }
    return String(word)
  }

  private mutating func skipWord() { _ = rawWord() }

  /// Parses a quoted text, which ends with the search if it is not closed.
  private mutating func quoted() -> String {
    do {
      return try parser.quoted()
    } catch {
      preconditionFailure("quotes of a search are always complete: \(error)")
    }
  }
}

extension ListQuery {
  /// The search without the terms of a search with signs that may name an attribute, which need the
  /// types of all attributes.
  package var searchWithoutAttributes: String {
    if match != .auto { return search }
    var parser = SearchParser(search, [], ListSchema([]), isLenient: true)
    return parser.withoutAttributes()
  }
}
