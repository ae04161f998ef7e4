extension Filter {
  /// Parses filter text; nil if it is empty or white space.
  ///
  /// `AND`, `OR`, `NOT` and parentheses combine `attribute:value` terms. Adjacent terms are joined
  /// by AND, `-` before a term means NOT, and AND binds tighter than OR.
  ///
  /// ```text
  /// price:10..20 AND -section:games OR name:"bob cat"
  /// ```
  ///
  /// `attribute~text` is a term too: the shown value contains the text.
  ///
  /// - Throws: `FilterError` with the offset of the offending token.
  /// - Complexity: O(length of the text)
  public init?(parsing text: String, schema: ListSchema) throws(FilterError) {
    var parser = FilterParser(text: text, schema: schema)
    guard let filter = try parser.parse() else { return nil }
    self = filter
  }
}

extension Filter {
  /// The maximum nesting depth of filters.
  static let maxLevels = 100
  /// The maximum number of terms in a filter text, and of filters in groups.
  static let maxTerms = 5000
}

/// A parser over the code points of a filter text, or of a search with signs.
///
/// The terms of both have the same values. In a search, only white space and a quote end a word,
/// and a quote that is not closed ends with the search, because it may still be typed.
struct FilterParser {
  let scalars: [Unicode.Scalar]
  let schema: ListSchema
  /// Whether the text is a search.
  let isSearch: Bool
  var at = 0
  private var terms = 0

  init(text: String, schema: ListSchema, isSearch: Bool = false) {
    self.scalars = Array(text.unicodeScalars)
    self.schema = schema
    self.isSearch = isSearch
  }

  mutating func parse() throws(FilterError) -> Filter? {
    skipSpace()
    if isAtEnd { return nil }
    let filter = try operands()
    if !isAtEnd { throw error(at, "AND, OR or a term") }
    return filter
  }

  func error(_ place: Int, _ expected: String) -> FilterError {
    let found = scalars[place...].prefix(100).prefix { !$0.isSpace }
    var error = FilterError(
      offset: offset(of: place), expected: expected,
      found: string(found.startIndex..<found.endIndex))
    error.text = string(0..<scalars.count)
    return error
  }

  /// Returns the number of UTF-8 bytes before a place.
  func offset(of place: Int) -> Int { scalars[..<place].reduce(0) { $0 + UTF8.width($1) } }

  // MARK: Terms and what joins them

  /// The operands of a group, which is in parentheses or the whole text.
  private struct Group {
    /// The alternatives that OR has ended.
    var alternatives: [Filter] = []
    /// The operands of the current alternative.
    var operands: [Filter] = []
    /// How many signs of negation stand before the next operand.
    var negations = 0

    /// The filter of a group that has ended.
    var filter: Filter { alternatives.count == 1 ? alternatives[0] : .any(alternatives) }

    mutating func append(_ filter: Filter) {
      operands.append((0..<negations).reduce(filter) { filter, _ in .not(filter) })
      negations = 0
    }

    mutating func endAlternative() {
      alternatives.append(operands.count == 1 ? operands[0] : .all(operands))
      operands = []
    }
  }

  /// Parses operands up to the end of the text or to a parenthesis that was not opened.
  ///
  /// The open groups are in an array, so that no text can exhaust the stack.
  private mutating func operands() throws(FilterError) -> Filter {
    var groups = [Group()]
    while true {
      let depth = groups.reduce(groups.count) { $0 + $1.negations }
      guard depth <= Filter.maxLevels else {
        throw error(at, "at most \(Filter.maxLevels) levels of nesting")
      }
      if skip(keyword: "NOT") || skip("-") {
        skipSpace()
        groups[groups.count - 1].negations += 1
        continue
      }
      if skip("(") {
        skipSpace()
        groups.append(Group())
        continue
      }
      groups[groups.count - 1].append(try term())
      while !skip(keyword: "AND") && (isAtEnd || peek == ")" || isNext(keyword: "OR")) {
        groups[groups.count - 1].endAlternative()
        if skip(keyword: "OR") { break }
        let filter = groups[groups.count - 1].filter
        if groups.count == 1 { return filter }
        guard skip(")") else { throw error(at, "a closing parenthesis") }
        skipSpace()
        groups.removeLast()
        groups[groups.count - 1].append(filter)
      }
    }
  }

  private mutating func term() throws(FilterError) -> Filter {
    let start = at
    terms += 1
    if terms > Filter.maxTerms { throw error(start, "at most \(Filter.maxTerms) terms") }
    let isQuoted = peek == "\""
    var name = isQuoted ? try quoted() : bare()
    let isKeyword = ["AND", "OR", "NOT"].contains(string(start..<at))
    if at == start || isKeyword { throw error(start, "a term") }
    if !isQuoted, let tilde = scalars[start..<at].firstIndex(of: "~"),
      peek != ":" || schema.type(of: name) == nil
    {
      name = string(start..<tilde)
      at = tilde
    }
    if peek != ":" && peek != "~" { throw missingValue(start, name) }
    guard let type = schema.type(of: name) else { throw unknownAttribute(start, name) }
    at += 1
    let filter =
      scalars[at - 1] == "~" ? .contains(name, try plainValue()) : try value(name, type)
    if peek == "\"" || peek == ":" { throw error(at, "white space") }
    skipSpace()
    return filter
  }

  // MARK: Values

  /// Parses a text that stands for itself.
  mutating func plainValue() throws(FilterError) -> String {
    if peek == "\"" { return try quoted() }
    let text = bare()
    if text.isEmpty { throw error(at, "a value") }
    return text
  }

  mutating func value(_ name: String, _ type: AttributeType) throws(FilterError) -> Filter {
    let start = at
    if peek == "\"" {
      let first = try quoted()
      guard string(at..<min(at + 2, scalars.count)) == ".." else {
        return try equality(name, type, first, start)
      }
      at += 2
      let place = at
      let upper = peek == "\"" ? try quoted() : bare()
      return try range(name, type, start, first, upper, place)
    }
    let word = bare()
    if word.isEmpty { throw error(start, "a value") }
    if word == "null" { return .isNull(name) }
    if word == "*" { return .isNotNull(name) }
    // Test the longer of two operators with a common prefix first.
    for comparison in [.greaterOrEqual, .lessOrEqual, .notEqual, .greater, .less, .equal]
      as [Comparison]
    {
      let place = start + comparison.rawValue.unicodeScalars.count
      guard place <= at, string(start..<place) == comparison.rawValue else { continue }
      guard type.isOrdered else { throw unordered(start, name, type) }
      var operand = string(place..<at)
      if operand.isEmpty && peek == "\"" { operand = try quoted() }
      return try self.comparison(name, type, comparison, operand, place)
    }
    guard let dots = (start..<at - 1).first(where: { scalars[$0] == "." && scalars[$0 + 1] == "." })
    else { return try equality(name, type, word, start) }
    let lower = string(start..<dots)
    let place = dots + 2
    var upper = string(place..<at)
    if upper.isEmpty && peek == "\"" { upper = try quoted() }
    return try range(name, type, start, lower, upper, place)
  }

  typealias Comparison = Filter.Comparison

  private func range(
    _ name: String, _ type: AttributeType, _ start: Int, _ lower: String, _ upper: String,
    _ upperStart: Int
  ) throws(FilterError) -> Filter {
    guard type.isOrdered else { throw unordered(start, name, type) }
    if lower.isEmpty && upper.isEmpty { throw error(start, "a range") }
    let first = lower.isEmpty ? nil : try ends(type, lower, start).first
    let last = upper.isEmpty ? nil : try ends(type, upper, upperStart).last
    if Filter.isInverted(first, last) {
      throw error(start, "a range from lower to upper")
    }
    return .inRange(name, first, last)
  }

  func literal(
    _ type: AttributeType, _ text: String, _ place: Int
  ) throws(FilterError) -> CellValue {
    let bytes = Array(text.utf8)
    switch type {
    case .integer, .number:
      if let integer = NumberText.integer(bytes.span) { return .integer(integer) }
      if let number = NumberText.number(bytes.span) { return .number(number) }
      throw wrongNumber(place, text)
    case .boolean:
      guard let boolean = bytes.span.boolean else { throw error(place, "true or false") }
      return .boolean(boolean)
    case .date:
      guard let date = Timestamp(text, schema.dates) else { throw wrongDate(place) }
      return .date(date)
    case .text, .list: return .text(text)
    }
  }

  // MARK: Characters

  var isAtEnd: Bool { at == scalars.count }
  var peek: Unicode.Scalar? { isAtEnd ? nil : scalars[at] }

  func string(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[range])
    return String(text)
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    at += 1
    return true
  }

  mutating func skipSpace() {
    while let scalar = peek, scalar.isSpace { at += 1 }
  }

  /// Parses a word without white space, quotes and, in a filter text, parentheses and colons.
  mutating func bare() -> String {
    let start = at
    let ends = (isSearch ? "\"" : "\"():").unicodeScalars
    while let scalar = peek, !scalar.isSpace, !ends.contains(scalar) { at += 1 }
    return string(start..<at)
  }

  mutating func quoted() throws(FilterError) -> String {
    let start = at
    var text = String.UnicodeScalarView()
    at += 1
    while let scalar = peek, scalar != "\"" {
      if scalar == "\\" {
        if at + 1 < scalars.count, ["\"", "\\"].contains(scalars[at + 1]) {
          at += 1
        } else if !isSearch {
          throw error(at, "\\\" or \\\\")
        }
      }
      text.append(scalars[at])
      at += 1
    }
    if isAtEnd {
      if isSearch { return String(text) }
      throw error(start, "a closing quote")
    }
    at += 1
    return String(text)
  }

  /// Whether the next word is exactly a keyword, not followed by a colon.
  func isNext(keyword: String) -> Bool {
    let rest = scalars[at...]
    let keyword = keyword.unicodeScalars
    guard rest.starts(with: keyword) else { return false }
    guard let after = rest.dropFirst(keyword.count).first else { return true }
    return after.isSpace || "\"()".unicodeScalars.contains(after)
  }

  private mutating func skip(keyword: String) -> Bool {
    guard isNext(keyword: keyword) else { return false }
    at += keyword.unicodeScalars.count
    skipSpace()
    return true
  }
}
