import ShortlistCore

/// Builds the conditions, orders and values of statements about a table.
///
/// Every value is a parameter, and every name is quoted. Texts are compared under the collation
/// `C`, by code points, whatever collation a column has.
struct RowStatement {
  let shape: TableShape
  let key: TableKey
  let schema: ListSchema
  /// The name of the function that folds texts.
  let folding: String
  /// The values of the parameters so far.
  private(set) var parameters: [String?] = []
  /// The expressions of the parameters, by type and value.
  private var known: [[String]: String] = [:]

  init(_ shape: TableShape, _ key: TableKey, _ schema: ListSchema, folding: String) {
    self.shape = shape
    self.key = key
    self.schema = schema
    self.folding = folding
  }

  /// The type of a column.
  func type(_ column: Int) -> AttributeType { schema.entries[column].type }

  /// Adds a parameter, and returns the expression that stands for it.
  mutating func add(_ value: String, _ type: String) -> String {
    if let expression = known[[type, value]] { return expression }
    parameters.append(value)
    let expression = "$\(parameters.count)::\(type)"
    known[[type, value]] = expression
    return expression
  }

  // MARK: Values

  func name(_ column: Int) -> String { shape.columns[column].name.quoted }

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
  func fold(_ text: String) -> String {
    """
    ((CASE WHEN octet_length(\(text)) = char_length(\(text)) THEN lower(\(text) COLLATE "C") \
    ELSE \(folding)(\(text)) END) COLLATE "C")
    """
  }

  // MARK: Conditions

  /// Returns the condition as a boolean expression, which is null or false for other rows.
  mutating func condition(_ condition: RowCondition) -> String {
    var parts: [String] = []
    for test in condition.tests { parts.append(self.test(test)) }
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
    case .not(let test): return "(\(self.test(test)) IS NOT TRUE)"
    case .exactlyOne(let a, let b):
      return "((\(self.test(a)) IS TRUE) <> (\(self.test(b)) IS TRUE))"
    case .ids(let ids): return self.ids(ids)
    case .search(let clauses): return search(clauses)
    case .never: return "false"
    case .isNull(let column): return "(\(value(column)) IS NULL)"
    case .integer(let column, let range):
      let (lower, upper) = (
        add(String(range.lowerBound), "int8"), add(String(range.upperBound), "int8")
      )
      return "(\(comparable(column)) BETWEEN \(lower) AND \(upper))"
    case .number(let column, let range):
      let (lower, upper) = (
        add(range.lowerBound.parameter, "float8"), add(range.upperBound.parameter, "float8")
      )
      return "(\(comparable(column)) BETWEEN \(lower) AND \(upper))"
    case .boolean(let column, let operand):
      return "(\(value(column)) IS \(operand ? "TRUE" : "FALSE"))"
    case .text(let column, let text):
      guard let operand = addText(text) else { return "false" }
      return "(\(fold(self.text(column))) = \(operand))"
    case .element(let column, let text):
      guard let operand = addText(text) else { return "false" }
      return "EXISTS (SELECT 1 FROM unnest(\(value(column))) e WHERE \(fold("e")) = \(operand))"
    case .contains(let column, let text): return hit(SearchedColumn(column, .anywhere), text)
    case .section(let column, let value): return section(column, value)
    case .begins(let column, let text):
      guard let operand = addText(text) else { return "false" }
      let trimmed = "ltrim(\(fold(self.text(column))), \(Self.whiteSpace))"
      return "starts_with(\(trimmed), \(operand))"
    case .trimmed(let column, let text):
      guard let operand = addText(text) else { return "false" }
      return "(btrim(\(self.text(column)), \(Self.whiteSpace)) COLLATE \"C\" = \(operand))"
    case .trimmedFolded(let column, let text):
      guard let operand = addText(text) else { return "false" }
      let trimmed = "btrim(\(fold(self.text(column))), \(Self.whiteSpace))"
      return "(\(trimmed) COLLATE \"C\" = \(operand))"
    }
  }

  /// Adds a text; nil for one with a NUL character, which no text of a server has.
  mutating func addText(_ text: String) -> String? {
    text.utf8.contains(0) ? nil : add(text, "text") + " COLLATE \"C\""
  }

  private mutating func section(_ column: Int, _ operand: CellValue) -> String {
    switch operand {
    case .null, .text(""):
      let isText = type(column) == .text
      return isText ? "(coalesce(\(text(column)), '') = '')" : "(\(value(column)) IS NULL)"
    case .list(let elements):
      let array = add(elements.arrayText, "text[]")
      return "(\(value(column)) = \(array))"
    case .integer(let integer): return test(.integer(column, integer...integer))
    case .number(let number): return test(.number(column, number...number))
    case .boolean(let boolean): return test(.boolean(column, boolean))
    case .date, .text:
      guard let text = addText(operand.text) else { return "false" }
      return "(\(self.text(column)) = \(text))"
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

  /// Returns the value of a column, in a form whose order an index of the column has if there is
  /// one.
  ///
  /// With the table's name: an order by `"id"` alone is by what is selected as `"id"`.
  func plainValue(_ column: Int) -> String {
    shape.columns[column].kind == .integer
      ? "\(shape.name.quoted).\(name(column))" : value(column)
  }

  /// Returns the value of a number or date, so that an index of an integer can be used.
  private func comparable(_ column: Int) -> String {
    Self.integers.contains(shape.columns[column].type) ? name(column) : value(column)
  }

  /// The types that are compared with integers of 64 bits as they are.
  static let integers: Set = ["smallint", "integer", "bigint"]

  /// Returns the expressions that order values of a column as facets are ordered.
  func valueOrder(_ column: Int) -> [String] {
    switch type(column) {
    case .date: [value(column), text(column)]
    case .text: textOrder(text(column))
    case .list: textOrder(first(column))
    case .integer, .number, .boolean: [plainValue(column)]
    }
  }

  /// Returns the first element of a list.
  func first(_ column: Int) -> String { "(\(value(column)))[1] COLLATE \"C\"" }

  /// Returns the expressions that order texts.
  func textOrder(_ text: String) -> [String] { [fold(text), "\(text) COLLATE \"C\""] }

  /// Returns the value of a column for its receiver: an array of a list's elements, else a text.
  func shown(_ column: Int) -> String {
    switch type(column) {
    case .text, .date: text(column)
    case .list: value(column)
    case .number: "(\(value(column)) + 0)::text"
    case .integer, .boolean: "\(value(column))::text"
    }
  }

  /// Returns the value by which rows form sections.
  func group(_ column: Int) -> String {
    switch type(column) {
    case .text: "coalesce(\(text(column)), '')"
    case .date: text(column)
    case .integer, .number, .boolean, .list: value(column)
    }
  }
}

extension Double {
  var parameter: String {
    self == .infinity ? "Infinity" : self == -.infinity ? "-Infinity" : description
  }
}
