/// Answers questions about the rows of a table that stay where they are, all in one snapshot.
///
/// Every answer is the one that a `ListEngine` with the same rows would give: texts compare folded
/// and by code points, whatever order the server prefers.
package protocol RowServer {
  /// Returns the number of rows that meet a condition.
  func count(_ condition: RowCondition) throws -> Int

  /// Returns the rows at positions of an order, as far as they exist.
  func rows(_ condition: RowCondition, by order: [RowSortKey], _ positions: Range<Int>) throws
    -> [RemoteRow]

  /// Returns those of the rows that exist, in any order.
  func rows(with ids: [RowID]) throws -> [RemoteRow]

  /// Returns the positions, within each value of `section` or among all, of those of the rows that
  /// meet a condition.
  func positions(
    of ids: [RowID], _ condition: RowCondition, by order: [RowSortKey], section: Int?
  ) throws -> [RowID: Int]

  /// Returns the values of a column (for lists: of their elements, without null) with the number of
  /// rows, the most frequent first, then ascending.
  ///
  /// - Parameters:
  ///   - elements: Whether the elements of lists are counted instead of the lists.
  ///   - words: Folded words, each of which must begin a word of a text.
  ///   - limit: The maximum number of values; nil for all.
  func values(
    of column: Int, _ condition: RowCondition, elements: Bool, words: [String], limit: Int?
  ) throws -> [RemoteValue]

  /// Returns the number of values of a number or date, and the least and the greatest.
  func extent(of column: Int, _ condition: RowCondition) throws -> RemoteExtent

  /// Returns the number of values at or above each edge and below the next one.
  func histogram(of column: Int, _ condition: RowCondition, edges: [RemoteEdge]) throws -> [Int]
}

/// A row that a server has returned.
package struct RemoteRow: Hashable, Sendable {
  package var id: RowID
  /// The values, in the order of the schema.
  package var values: [CellValue]

  package init(id: RowID, values: [CellValue]) {
    self.id = id
    self.values = values
  }
}

/// A value and the number of rows that have it.
package struct RemoteValue: Hashable, Sendable {
  package var value: CellValue
  package var count: Int

  package init(_ value: CellValue, count: Int) {
    self.value = value
    self.count = count
  }
}

/// The extent of a number or date among rows.
package struct RemoteExtent: Hashable, Sendable {
  /// The number of rows with a value.
  package var count: Int
  package var range: ClosedRange<Quantity>?

  package init(count: Int, range: ClosedRange<Quantity>?) {
    self.count = count
    self.range = range
  }
}

/// The least value of a part of a histogram; of a date in microseconds since 1970.
package enum RemoteEdge: Hashable, Sendable {
  case integer(Int)
  case number(Double)
}

/// An attribute that rows are sorted by.
package struct RowSortKey: Hashable, Sendable {
  package var column: Int
  package var isDescending: Bool
}

/// A condition on rows whose operands are ready to be compared.
package struct RowCondition: Hashable, Sendable {
  /// The tests, which must all hold.
  package var tests: [RowTest] = []
  package var search: RowSearch?
}

/// A text search.
package struct RowSearch: Hashable, Sendable {
  package var match: MatchKind
  /// The folded words, or the whole folded text.
  package var needles: [String]
  /// The columns to search.
  package var columns: [Int]
}

/// A test of a row, by the index of a column. It does not hold for a missing value.
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
  /// The value is this one, or one of the others that name the same section.
  case section(Int, CellValue)
  /// The folded text without white space at its ends begins with a folded text.
  case begins(Int, String)
  /// The text without white space at its ends equals a text.
  case trimmed(Int, String)
  /// The folded text without white space at its ends equals a folded text.
  case trimmedFolded(Int, String)
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
