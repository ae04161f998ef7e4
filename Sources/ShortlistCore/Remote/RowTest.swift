/// A test of a row, by the index of a column.
///
/// A test of a missing value fails.
package indirect enum RowTest: Hashable, Sendable {
  case all([RowTest])
  case any([RowTest])
  case not(RowTest)
  case never
  case isNull(Int)
  /// An integer, or a date in microseconds since 1970.
  case integer(Int, ClosedRange<Int>)
  case number(Int, ClosedRange<Double>)
  case boolean(Int, Bool)
  /// The folded text equals a folded text.
  case text(Int, String)
  /// A folded element of a list equals a folded text.
  case element(Int, String)
  /// The folded text, or a folded element of a list, contains a folded text.
  case contains(Int, String)
  /// The value is this one, or one of the others that name the same section.
  case section(Int, CellValue)
  /// The folded text without white space at its ends begins with a folded text.
  case begins(Int, String)
  /// The text without white space at its ends equals a text.
  case trimmed(Int, String)
  /// The folded text without white space at its ends equals a folded text.
  case trimmedFolded(Int, String)
  /// One test holds, and the other does not.
  case exactlyOne(RowTest, RowTest)
  /// The row has one of these ids.
  case ids([RowID])
  /// Of each clause, a term holds.
  case search([[RowTerm]])
}

extension RowTest {
  /// Prepares a checked filter for a schema.
  init(_ filter: Filter, _ schema: ListSchema) {
    func column(_ name: String) -> Int {
      guard let column = schema.index(of: name) else { preconditionFailure("no attribute \(name)") }
      return column
    }
    func compared(_ name: String, _ comparison: Filter.Comparison, _ value: CellValue) -> RowTest {
      let test: RowTest? =
        switch schema.type(of: name) {
        case .integer, .date:
          FilterOperand<Int>(value)?.range(comparison).map { .integer(column(name), $0) }
        case .number:
          FilterOperand<Double>(value)?.range(comparison).map { .number(column(name), $0) }
        case .text, .boolean, .list, nil: nil
        }
      return test ?? .never
    }
    switch filter {
    case .all(let parts): self = .all(parts.map { Self($0, schema) })
    case .any(let parts): self = .any(parts.map { Self($0, schema) })
    case .not(let part): self = .not(Self(part, schema))
    case .isNull(let name), .equals(let name, .null): self = .isNull(column(name))
    case .isNotNull(let name): self = .not(.isNull(column(name)))
    case .equals(let name, let value):
      switch (schema.type(of: name), value) {
      case (.text, .text(let text)): self = .text(column(name), Folding.foldedText(text))
      case (.list, .text(let text)): self = .element(column(name), Folding.foldedText(text))
      case (.boolean, .boolean(let boolean)): self = .boolean(column(name), boolean)
      default: self = compared(name, .equal, value)
      }
    case .contains(let name, let text):
      self = .contains(column(name), Folding.foldedText(text))
    case .compares(let name, .notEqual, let value):
      self = .not(.any([.isNull(column(name)), compared(name, .equal, value)]))
    case .compares(let name, let comparison, let value): self = compared(name, comparison, value)
    case .inRange(let name, let lower, let upper):
      let ends =
        [lower.map { compared(name, .greaterOrEqual, $0) }]
        + [upper.map { compared(name, .lessOrEqual, $0) }]
      self = ends.contains { $0 != nil } ? .all(ends.compactMap(\.self)) : .never
    }
  }
}
