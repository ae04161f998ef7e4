/// A recursive-descent parser over the code points of an item of a URL.
struct FilterURLParser {
  private let text: URLText
  private var at = 0
  /// The nesting depth, limited so that no text can exhaust the stack.
  private var depth = 0

  init(_ text: URLText) { self.text = text }

  /// Parses the operator and the filters of a group, which must be the whole text.
  mutating func group() throws(FilterError) -> (RefinementOperator, [Filter]) {
    guard let combination = combination() else { throw error("and(…) or or(…)") }
    let start = at
    let filters = try parts()
    if filters.isEmpty { throw error("a filter", at: start) }
    if !isAtEnd { throw error("& or the end") }
    return (combination, filters)
  }

  // MARK: Filters

  /// Parses the operator of a combination and its opening parenthesis; nil if there is none.
  private mutating func combination() -> RefinementOperator? {
    RefinementOperator.allCases.first { skip($0.rawValue + "(") }
  }

  /// Parses the filters of a combination and its closing parenthesis.
  private mutating func parts() throws(FilterError) -> [Filter] {
    if skip(")") { return [] }
    var parts: [Filter] = []
    var seen: Set<Filter> = []
    while true {
      let start = at
      let part = try filter()
      // A group contains a filter at most once.
      if depth == 0 && !seen.insert(part).inserted { throw error("another filter", at: start) }
      parts.append(part)
      if skip(")") { return parts }
      guard skip(",") else { throw error(", or )") }
    }
  }

  private mutating func filter() throws(FilterError) -> Filter {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Filter.maxLevels else {
      throw error("at most \(Filter.maxLevels) levels of nesting")
    }
    if skip("-") { return .not(try filter()) }
    switch combination() {
    case .and: return .all(try parts())
    case .or: return .any(try parts())
    case nil: break
    }
    let name = try name()
    if skip("~") {
      let start = at
      guard case .text(let text) = try scalarOperand() else { throw error("a text", at: start) }
      return .contains(name, text)
    }
    guard skip(":") else { throw error(":") }
    return try test(name)
  }

  private mutating func name() throws(FilterError) -> String {
    if peek == "\"" { return try quoted() }
    let start = at
    let name = word(while: URLWord.isPlain)
    if name.isEmpty { throw error("an attribute", at: start) }
    return name
  }

  /// Parses the condition on an attribute.
  private mutating func test(_ name: String) throws(FilterError) -> Filter {
    // Test the longer of two operators with a common prefix first.
    for comparison in [.greaterOrEqual, .lessOrEqual, .notEqual, .greater, .less, .equal]
      as [Filter.Comparison]
    {
      if skip(comparison.rawValue) { return .compares(name, comparison, try operand()) }
    }
    if skip("..") { return .inRange(name, nil, isAtEndOfTest ? nil : try operand()) }
    for (word, filter) in [("null", Filter.isNull(name)), ("*", .isNotNull(name))] {
      let start = at
      if skip(word) && isAtEndOfTest { return filter }
      at = start
    }
    let value = try operand()
    guard skip("..") else { return .equals(name, value) }
    return .inRange(name, value, isAtEndOfTest ? nil : try operand())
  }

  // MARK: Values

  private mutating func operand() throws(FilterError) -> CellValue {
    if skip("(null)") { return .null }
    return skip("(") ? .list(try elements()) : try scalarOperand()
  }

  private mutating func scalarOperand() throws(FilterError) -> CellValue {
    if peek == "\"" { return .text(try quoted()) }
    let start = at
    while !isAtEndOfWord && !isNext("..") { at += 1 }
    let word = string(start..<at)
    switch URLWord.value(word) {
    case .text:
      let odd = text.scalars[start..<at].firstIndex { !URLWord.isPlain($0) }
      if let odd { throw error("a text with such a character in quotes", at: odd) }
      if word.isEmpty { throw error("a value") }
      if URLWord.needsQuotes(word) { throw error("such a text in quotes", at: start) }
      return .text(word)
    case let value: return value
    }
  }

  /// Parses the texts of a list and its closing parenthesis.
  private mutating func elements() throws(FilterError) -> [String] {
    if skip(")") { return [] }
    var elements: [String] = []
    while true {
      let start = at
      guard case .text(let element) = try scalarOperand() else { throw error("a text", at: start) }
      elements.append(element)
      if skip(")") { return elements }
      guard skip(",") else { throw error(", or )") }
    }
  }

  private mutating func quoted() throws(FilterError) -> String {
    let start = at
    var content = String.UnicodeScalarView()
    at += 1
    while let scalar = peek, scalar != "\"" {
      if scalar == "\\" {
        at += 1
        guard let escaped = peek, escaped == "\"" || escaped == "\\" else {
          throw error("\\\" or \\\\", at: at - 1)
        }
      }
      content.append(text.scalars[at])
      at += 1
    }
    if isAtEnd { throw error("a closing quote", at: start) }
    at += 1
    return String(content)
  }

  // MARK: Characters

  private var isAtEnd: Bool { at == text.scalars.count }
  private var peek: Unicode.Scalar? { isAtEnd ? nil : text.scalars[at] }

  /// Whether a filter ends here.
  private var isAtEndOfTest: Bool { peek.map { $0 == "," || $0 == ")" } ?? true }

  /// Whether a word ends here.
  private var isAtEndOfWord: Bool { isAtEndOfTest || peek == "(" || peek == "\"" }

  private func isNext(_ expected: String) -> Bool {
    text.scalars[at...].starts(with: expected.unicodeScalars)
  }

  private mutating func skip(_ expected: String) -> Bool {
    guard isNext(expected) else { return false }
    at += expected.unicodeScalars.count
    return true
  }

  private mutating func word(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = at
    while let scalar = peek, isPart(scalar) { at += 1 }
    return string(start..<at)
  }

  private func string(_ range: Range<Int>) -> String {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: text.scalars[range])
    return String(string)
  }

  /// Returns the error at `place`; at the parser's position if it is nil.
  private func error(_ expected: String, at place: Int? = nil) -> FilterError {
    let end = text.offsets[text.scalars.count]
    return text.error(text.offsets[place ?? at], end, expected)
  }
}
