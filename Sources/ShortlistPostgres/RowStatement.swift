import ShortlistCore

/// Builds the conditions, orders and values of statements about a table.
///
/// Every value is a parameter, and every name is quoted. Texts are compared under the collation
/// `C`, by code points, whatever collation a column has.
struct RowStatement {
  let shape: TableShape
  let key: TableKey
  let types: [AttributeType]
  /// The values of the parameters so far.
  private(set) var parameters: [String?] = []

  init(_ shape: TableShape, _ key: TableKey, _ types: [AttributeType]) {
    self.shape = shape
    self.key = key
    self.types = types
  }

  /// Adds a parameter, and returns the expression that stands for it.
  mutating func add(_ value: String, _ type: String) -> String {
    parameters.append(value)
    return "$\(parameters.count)::\(type)"
  }

  // MARK: Values

  private func name(_ column: Int) -> String { shape.columns[column].name.quoted }

  /// Returns the value of a column in its form for comparisons: an integer, a finite number, a
  /// boolean, a text or an array of texts; dates in microseconds since 1970.
  func value(_ column: Int) -> String {
    let name = name(column)
    switch shape.columns[column].kind {
    case .integer: return "\(name)::int8"
    case .float4: return Self.finite("\(name)::text::float8")
    case .float8: return Self.finite(name)
    case .numeric: return "(CASE WHEN abs(\(name)) < 1e308 THEN \(name)::float8 END)"
    case .boolean: return name
    case .instant, .day: return "(extract(epoch FROM \(known(column))) * 1000000)::int8"
    case .list:
      return """
        (CASE WHEN \(name) IS NOT NULL THEN ARRAY(SELECT e COLLATE "C" \
        FROM unnest(\(name)::text[]) WITH ORDINALITY u (e, n) WHERE e IS NOT NULL ORDER BY n) END)
        """
    case .localTime, .bytes, .text, .uncheckedText: return text(column)
    }
  }

  private static func finite(_ number: String) -> String {
    "(CASE WHEN \(number) - \(number) = 0 THEN \(number) END)"
  }

  /// Returns a date that has four digits for the year; null for any other.
  private func known(_ column: Int) -> String {
    let name = name(column)
    return """
      (CASE WHEN \(name) >= '0001-01-01' AND \(name) < '10000-01-01' THEN \(name) END)
      """
  }

  /// Returns the text of a column's value as lists show it, under the collation `C`.
  func text(_ column: Int) -> String {
    let name = name(column)
    let text =
      switch shape.columns[column].kind {
      case .instant:
        "regexp_replace(replace(\(known(column))::text, ' ', 'T'), '[+]00$', 'Z')"
      case .day: "\(known(column))::text"
      case .localTime:
        """
        (CASE WHEN length(\(name)::text) > 18 THEN overlay(\(name)::text PLACING 'T' FROM 11) \
        ELSE \(name)::text END)
        """
      case .float4, .float8, .numeric:
        // The digits of numbers between 1e15 and 2^53, which the server writes with an exponent.
        """
        (SELECT CASE WHEN abs(x) >= 1e15 AND abs(x) < 9007199254740992 THEN trunc(x)::int8::text \
        || substr((abs(x) - trunc(abs(x)))::text, 2) WHEN x = 0 THEN '0' ELSE x::text END \
        FROM (SELECT \(value(column)) AS x) v)
        """
      case .bytes:
        shape.columns[column].kind.expression(of: name, isKey: key.places.contains(column))
      case .integer, .boolean, .list, .text, .uncheckedText: "\(name)::text"
      }
    return "(\(text)) COLLATE \"C\""
  }

  /// Returns the folded text of a text.
  ///
  /// A text in ASCII does without the function, which takes longer.
  private static func fold(_ text: String) -> String {
    """
    ((CASE WHEN octet_length(\(text)) = char_length(\(text)) THEN lower(\(text) COLLATE "C") \
    ELSE \(FoldingFunctions.fold)(\(text)) END) COLLATE "C")
    """
  }

  /// Returns the condition that a word of a folded text begins with a text.
  ///
  /// Most texts do not contain it, so that their words need not be found.
  private mutating func hasWord(_ word: String, _ folded: String) -> String? {
    guard let part = addText(word), let beginning = addText(" " + word) else { return nil }
    return """
      (CASE WHEN strpos(\(folded), \(part)) > 0 \
      THEN strpos(\(Self.words(folded)) COLLATE "C", \(beginning)) > 0 ELSE false END)
      """
  }

  /// Returns the words of a folded text with a space before each.
  ///
  /// A text in ASCII does without the function, which takes longer.
  private static func words(_ folded: String) -> String {
    """
    (CASE WHEN octet_length(\(folded)) = char_length(\(folded)) \
    THEN ' ' || translate(\(folded), \(separators), \(spaces)) \
    ELSE \(FoldingFunctions.words)(\(folded)) END)
    """
  }

  /// The characters in ASCII that are part of no word, and as many spaces.
  private static let (separators, spaces): (String, String) = {
    let scalars = (UInt32(1)...127).filter { !Folding.isWordCharacter($0) }
      .compactMap { Unicode.Scalar($0) }
    return (
      scalars.map(String.init).joined().literal,
      String(repeating: " ", count: scalars.count).literal
    )
  }()

  // MARK: Conditions

  /// Returns the condition as a boolean expression that is never null.
  mutating func condition(_ condition: RowCondition) -> String {
    var parts: [String] = []
    for test in condition.tests { parts.append(self.test(test)) }
    if let search = condition.search { parts.append(self.search(search)) }
    return parts.isEmpty ? "true" : parts.joined(separator: " AND ")
  }

  private mutating func all(_ tests: [RowTest], _ separator: String, _ empty: String) -> String {
    var parts: [String] = []
    for test in tests { parts.append(self.test(test)) }
    return parts.isEmpty ? empty : "(" + parts.joined(separator: separator) + ")"
  }

  private mutating func test(_ test: RowTest) -> String {
    switch test {
    case .all(let tests): return all(tests, " AND ", "true")
    case .any(let tests): return all(tests, " OR ", "false")
    case .not(let test): return "(NOT \(self.test(test)))"
    case .never: return "false"
    case .isNull(let column): return "(\(value(column)) IS NULL)"
    case .integer(let column, let range):
      let (lower, upper) = (
        add(String(range.lowerBound), "int8"), add(String(range.upperBound), "int8")
      )
      return "(\(value(column)) BETWEEN \(lower) AND \(upper) IS TRUE)"
    case .number(let column, let range):
      let (lower, upper) = (
        add(range.lowerBound.parameter, "float8"), add(range.upperBound.parameter, "float8")
      )
      return "(\(value(column)) BETWEEN \(lower) AND \(upper) IS TRUE)"
    case .boolean(let column, let wanted):
      return "(\(value(column)) IS \(wanted ? "TRUE" : "FALSE"))"
    case .text(let column, let text):
      guard let wanted = addText(text) else { return "false" }
      return "((\(Self.fold(self.text(column))) = \(wanted)) IS TRUE)"
    case .element(let column, let text):
      guard let wanted = addText(text) else { return "false" }
      return "EXISTS (SELECT 1 FROM unnest(\(value(column))) e WHERE \(Self.fold("e")) = \(wanted))"
    case .contains(let column, let text): return hit(column, .substring, text) ?? "false"
    case .section(let column, let value): return section(column, value)
    case .begins(let column, let text):
      guard let wanted = addText(text) else { return "false" }
      let trimmed = "ltrim(\(Self.fold(self.text(column))), \(Self.whiteSpace))"
      return "(starts_with(\(trimmed), \(wanted)) IS TRUE)"
    case .trimmed(let column, let text):
      guard let wanted = addText(text) else { return "false" }
      return "((btrim(\(self.text(column)), \(Self.whiteSpace)) COLLATE \"C\" = \(wanted)) IS TRUE)"
    case .trimmedFolded(let column, let text):
      guard let wanted = addText(text) else { return "false" }
      let trimmed = "btrim(\(Self.fold(self.text(column))), \(Self.whiteSpace))"
      return "((\(trimmed) COLLATE \"C\" = \(wanted)) IS TRUE)"
    }
  }

  /// Adds a text; nil for one with a NUL character, which no text of a server has.
  private mutating func addText(_ text: String) -> String? {
    text.utf8.contains(0) ? nil : add(text, "text") + " COLLATE \"C\""
  }

  private mutating func section(_ column: Int, _ wanted: CellValue) -> String {
    switch wanted {
    case .null, .text(""):
      let isText = types[column] == .text
      return isText ? "(coalesce(\(text(column)), '') = '')" : "(\(value(column)) IS NULL)"
    case .list(let elements):
      let array = add(elements.arrayText, "text[]")
      return "((\(value(column)) = \(array)) IS TRUE)"
    case .integer(let integer): return test(.integer(column, integer...integer))
    case .number(let number): return test(.number(column, number...number))
    case .boolean(let boolean): return test(.boolean(column, boolean))
    case .date, .text:
      guard let text = addText(wanted.text) else { return "false" }
      return "((\(self.text(column)) = \(text)) IS TRUE)"
    }
  }

  /// The white space that is ignored at the ends of suggestions.
  private static let whiteSpace: String = {
    let scalars =
      Array(0x09...0x0D) + Array(0x1C...0x20) + [0x85, 0xA0, 0x1680] + Array(0x2000...0x200A)
      + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
    return scalars.compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init).joined().literal
      + "::text"
  }()

  // MARK: Search

  private mutating func search(_ search: RowSearch) -> String {
    var parts: [String] = []
    for needle in search.needles {
      var hits: [String] = []
      for column in search.columns {
        if let hit = hit(column, search.match, needle) { hits.append(hit) }
      }
      parts.append(hits.isEmpty ? "false" : "(" + hits.joined(separator: " OR ") + ")")
    }
    if search.match == .words { return parts.joined(separator: " AND ") }
    return parts.first ?? "true"
  }

  private mutating func hit(_ column: Int, _ match: MatchKind, _ needle: String) -> String? {
    let isList = types[column] == .list
    let folded = Self.fold(isList ? "e" : text(column))
    var hit: String?
    switch match {
    case .words: hit = hasWord(needle, folded)
    case .prefix: hit = addText(needle).map { "starts_with(\(folded), \($0))" }
    default: hit = addText(needle).map { "strpos(\(folded), \($0)) > 0" }
    }
    return hit.map { hit in
      isList
        ? "EXISTS (SELECT 1 FROM unnest(\(value(column))) e WHERE \(hit))" : "((\(hit)) IS TRUE)"
    }
  }

  /// Returns the condition that every word begins a word of a text.
  mutating func words(_ words: [String], of text: String) -> String {
    var hits: [String] = []
    for word in words { hits.append(hasWord(word, Self.fold(text)) ?? "false") }
    return hits.isEmpty ? "true" : hits.joined(separator: " AND ")
  }

  // MARK: Order

  /// Returns the expressions of an order, down to the key.
  func order(_ keys: [RowSortKey]) -> String {
    let sorted = keys.flatMap { key in
      let direction = key.isDescending ? " DESC NULLS LAST" : " ASC NULLS LAST"
      return sortValues(key.column).map { $0 + direction }
    }
    return (sorted + keyOrder).joined(separator: ", ")
  }

  private func sortValues(_ column: Int) -> [String] {
    switch types[column] {
    case .text:
      let text = text(column)
      return [Self.fold(text), text]
    case .list:
      let first = "(\(value(column)))[1] COLLATE \"C\""
      return [Self.fold(first), first]
    case .integer, .number, .boolean, .date: return [plainValue(column)]
    }
  }

  /// Returns the value of a column, in a form whose order an index of the column has if there is one.
  private func plainValue(_ column: Int) -> String {
    shape.columns[column].kind == .integer ? name(column) : value(column)
  }

  /// The values of the key's columns, by code points.
  private var keyOrder: [String] {
    key.places.map { place in
      switch types[place] {
      case .integer, .number, .boolean: plainValue(place)
      case .text, .date, .list: text(place)
      }
    }
  }

  /// Returns the expressions that order values of a column as facets are ordered.
  func valueOrder(_ column: Int) -> [String] {
    types[column] == .date ? [value(column), text(column)] : sortValues(column)
  }

  /// Returns the expressions that order texts.
  func textOrder(_ text: String) -> [String] { [Self.fold(text), "\(text) COLLATE \"C\""] }

  /// Returns the value of a column for its receiver: an array of a list's elements, else a text.
  func shown(_ column: Int) -> String {
    switch types[column] {
    case .text, .date: text(column)
    case .list: value(column)
    case .number: "(\(value(column)) + 0)::text"
    case .integer, .boolean: "\(value(column))::text"
    }
  }

  /// Returns the value by which rows form sections.
  func group(_ column: Int) -> String {
    switch types[column] {
    case .text: "coalesce(\(text(column)), '')"
    case .date: text(column)
    case .integer, .number, .boolean, .list: value(column)
    }
  }
}

extension Double {
  fileprivate var parameter: String {
    self == .infinity ? "Infinity" : self == -.infinity ? "-Infinity" : description
  }
}
