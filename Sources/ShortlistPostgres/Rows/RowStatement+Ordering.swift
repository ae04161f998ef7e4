import ShortlistCore

/// Orders, and the rows before and after a row in one.
extension RowStatement {
  /// An expression of an order, and the row's value of it.
  struct OrderTerm {
    let sql: String
    let type: String
    var isDescending = false
    /// Whether values may be null, which come last in both directions.
    var isNullable = true
    /// Whether the value is null where that of the expression before is.
    var isDependent = false
    let value: (RemoteRow) -> String?
  }

  /// Returns the expressions of an order, down to the key.
  mutating func terms(_ order: RemoteOrder) -> [OrderTerm] {
    var terms: [OrderTerm] = []
    if !order.ranked.isEmpty {
      terms.append(
        OrderTerm(
          sql: rank(order.ranked), type: "int8", isDescending: true, isNullable: false
        ) { String($0.rank) })
    }
    for key in order.keys {
      terms += self.terms(key.column).map { term in
        var term = term
        term.isDescending = key.isDescending
        return term
      }
    }
    return terms + key.places.map(keyTerm)
  }

  private func terms(_ column: Int) -> [OrderTerm] {
    func texts(_ sql: String, _ value: @escaping (CellValue) -> String?) -> [OrderTerm] {
      [
        OrderTerm(sql: fold(sql), type: "text") {
          value($0.values[column]).map(Folding.foldedText)
        },
        OrderTerm(sql: sql, type: "text", isNullable: false, isDependent: true) {
          value($0.values[column])
        },
      ]
    }
    switch type(column) {
    case .text: return texts(text(column)) { $0.isNull ? nil : $0.text }
    case .list:
      return texts(first(column)) { value in
        if case .list(let elements) = value { elements.first } else { nil }
      }
    case .integer, .number, .boolean, .date: return [plainTerm(column)]
    }
  }

  private func plainTerm(_ column: Int) -> OrderTerm {
    let type =
      switch type(column) {
      case .number: "float8"
      case .boolean: "boolean"
      default: "int8"
      }
    return OrderTerm(sql: plainValue(column), type: type) { row in
      switch row.values[column] {
      case .null: nil
      case .number(let number): number.parameter
      case .date(let date): String(date.microseconds)
      case let value: value.text
      }
    }
  }

  private func keyTerm(_ column: Int) -> OrderTerm {
    switch type(column) {
    case .integer, .number, .boolean:
      var term = plainTerm(column)
      term.isNullable = false
      return term
    case .text, .date, .list:
      return OrderTerm(sql: text(column), type: "text", isNullable: false) {
        $0.values[column].text
      }
    }
  }

  /// Returns the SQL of an order.
  func order(_ terms: [OrderTerm], isBackward: Bool = false) -> String {
    terms.map { term in
      let direction = term.isDescending != isBackward ? "DESC" : "ASC"
      if !term.isNullable { return "\(term.sql) \(direction)" }
      return "\(term.sql) \(direction) NULLS \(isBackward ? "FIRST" : "LAST")"
    }.joined(separator: ", ")
  }

  // MARK: Spans

  /// A part of the rows of a span, which all come before those of the next part.
  struct Part {
    /// The condition besides that of the anchor; nil for none.
    var condition: String?
    /// The expressions in which the rows are compared with the anchor; nil where they are not.
    var compared: [OrderTerm]?
    var order: String
  }

  /// Returns the parts of the rows of a span.
  ///
  /// Rows without a value of the first expression are a part of their own, so that an index can
  /// give the order of the others in both directions.
  func parts(_ span: RowSpan, _ terms: [OrderTerm]) -> [Part] {
    let isBackward = span.isBackward
    guard let first = terms.first, first.isNullable, span.anchor != nil || first.isDescending else {
      let order = order(terms, isBackward: isBackward)
      return [Part(compared: span.anchor.map { _ in terms }, order: order)]
    }
    var filled = terms
    filled[0].isNullable = false
    let rest = Array(terms.dropFirst().drop(while: \.isDependent))
    var values = Part(
      condition: "\(first.sql) IS NOT NULL", order: order(filled, isBackward: isBackward))
    var nulls = Part(condition: "\(first.sql) IS NULL", order: order(rest, isBackward: isBackward))
    guard let anchor = span.anchor else { return isBackward ? [nulls, values] : [values, nulls] }
    if first.value(anchor) == nil {
      nulls.compared = rest
      return isBackward ? [nulls, values] : [nulls]
    }
    // The comparison leaves out rows without a value. To test that, too, would fold each text
    // again.
    (values.condition, values.compared) = (nil, filled)
    return isBackward ? [values] : [values, nulls]
  }

  /// Returns the condition that a row is before or after another one.
  mutating func beside(
    _ row: RemoteRow, _ terms: [OrderTerm], isBackward: Bool
  ) -> String {
    var found: [(term: OrderTerm, value: String?)] = []
    for term in terms {
      let value = term.value(row)
      if !(term.isDependent && value == nil) {
        found.append((term, value.map { parameter($0, term.type) }))
      }
    }
    // The last expressions are compared as one row, for which there may be an index.
    let isDescending = found.last?.term.isDescending ?? false
    let tail = found.lastIndex { $0.term.isNullable || $0.term.isDescending != isDescending }
    let start = tail.map { $0 + 1 } ?? 0
    let sign = isDescending != isBackward ? "<" : ">"
    let (names, values) = (
      found[start...].map(\.term.sql).joined(separator: ", "),
      found[start...].compactMap(\.value).joined(separator: ", ")
    )
    var condition = "((\(names)) \(sign) (\(values)))"
    for (term, value) in found[..<start].reversed() {
      let strictly = strictly(term, value, isBackward: isBackward)
      let isEqual = value.map { "\(term.sql) = \($0)" } ?? "\(term.sql) IS NULL"
      condition = "(\(strictly) OR (\(isEqual) AND \(condition)))"
    }
    // A bound of the first expression, for which there may be an index.
    if start > 0, let (term, value) = found.first, !term.isNullable, let value {
      let sign = term.isDescending != isBackward ? "<=" : ">="
      condition = "(\(term.sql) \(sign) \(value) AND \(condition))"
    }
    return condition
  }

  private func strictly(_ term: OrderTerm, _ value: String?, isBackward: Bool) -> String {
    guard let value else { return isBackward ? "\(term.sql) IS NOT NULL" : "false" }
    let sign = term.isDescending != isBackward ? "<" : ">"
    let condition = "\(term.sql) \(sign) \(value)"
    return term.isNullable && !isBackward ? "\(condition) OR \(term.sql) IS NULL" : condition
  }

  private mutating func parameter(_ value: String, _ type: String) -> String {
    type == "text" ? "\(add(value, type)) COLLATE \"C\"" : add(value, type)
  }

  // MARK: Ids

  /// Returns the condition that a row has one of several ids.
  mutating func ids(_ ids: [RowID]) -> String {
    let known = ids.compactMap { key.parameters(of: $0, schema) }
    let columns = key.columns.map { KeyColumn($0, isOnly: key.columns.count == 1) }
    let keys = known.filter { key in
      zip(columns, key).allSatisfy { column, value in column.canHave(value ?? "") }
    }
    if keys.isEmpty { return "false" }
    let arrays = columns.indices.map { index in
      add(keys.map { $0[index] ?? "" }.arrayText, columns[index].arrayType)
    }
    if columns.count == 1 {
      let isEqual = "\(columns[0].sql) = ANY (\(arrays[0]))"
      // Texts are compared by their characters, too, whatever collation the column has.
      return columns[0].isText
        ? "(\(isEqual) AND \(columns[0].sql)::text COLLATE \"C\" = ANY (\(arrays[0])))"
        : "(\(isEqual))"
    }
    let names = columns.map(\.sql).joined(separator: ", ")
    return "((\(names)) IN (SELECT * FROM unnest(\(arrays.joined(separator: ", ")))))"
  }
}

/// How a column of the key is compared with parameters, so that the index of the key is used where
/// its type allows it.
private struct KeyColumn {
  let sql: String
  let arrayType: String
  let isText: Bool
  private let isInteger: Bool

  init(_ column: TableShape.Column, isOnly: Bool) {
    let name = column.name.quoted
    isInteger = RowStatement.integers.contains(column.type)
    isText = isOnly && (column.type == "text" || column.type.hasPrefix("character varying"))
    arrayType = isInteger ? "int8[]" : column.type == "uuid" ? "uuid[]" : "text[]"
    sql = arrayType == "text[]" && !isText ? "\(name)::text COLLATE \"C\"" : name
  }

  /// Whether a value of the column can have a text.
  func canHave(_ text: String) -> Bool {
    switch arrayType {
    case "int8[]": return Int(text).map(String.init) == text
    case "uuid[]":
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
        && parts.joined().utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    default: return true
    }
  }
}
