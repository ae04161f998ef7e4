/// A selection rule that has been validated against a schema.
struct InstalledRule: Sendable {
  let rule: SelectionRule
  /// The parsed filter of a `matching` rule; nil for an empty filter text and for other rules.
  private let filter: Filter?
  /// The column of a `required` rule; nil for other rules.
  private let column: Int?

  /// Validates a rule against a schema.
  ///
  /// - Throws: `InvalidRequestError` for a negative limit or an unknown attribute; `FilterError`.
  init(_ rule: SelectionRule, schema: ListSchema) throws {
    self.rule = rule
    var filter: Filter?
    var column: Int?
    switch rule {
    case .maximum(let limit), .minimum(let limit):
      if limit < 0 {
        throw InvalidRequestError("a \(rule.kind.rawValue) must not be negative, but is \(limit)")
      }
    case .required(let attribute):
      column = schema.index(of: attribute)
      if column == nil { throw InvalidRequestError("required: there is no attribute \(attribute)") }
    case .matching(let text, _): filter = try Filter(parsing: text, schema: schema)
    case .custom: break
    }
    self.filter = filter
    self.column = column
  }

  /// Whether the rule decides about each row independently.
  var isAboutRows: Bool { filter != nil || column != nil }

  /// Returns whether the rule admits a row; true for rules that are not about rows.
  func admits(_ slot: UInt32, in table: RowTable) -> Bool {
    if let filter { return filter.holds(for: slot, in: table) }
    guard let column else { return true }
    switch table.columns.span[column] {
    case .text(let texts): return texts.withShown(slot) { $0.count > 0 } ?? false
    case .list(let lists): return lists.codes(slot).map { !$0.isEmpty } ?? false
    case .integer, .number, .boolean, .date: return !table.columns.span[column].isNull(slot)
    }
  }

  /// Returns a set whose intersection with `rows` is the rows that the rule admits.
  ///
  /// The set can contain rows outside `rows`.
  func admitted(_ rows: RowSet, in table: RowTable) -> RowSet {
    if let filter { return filter.rows(of: table) }
    var admitted = rows
    rows.forEach { if !admits($0, in: table) { admitted[$0] = false } }
    return admitted
  }

  // MARK: Counts

  /// Returns the state of a selection of `count` rows under a rule about the number of rows; nil
  /// for other rules.
  func status(count: Int) -> (state: SelectionRulesReport<RowID>.Status.State, by: Int)? {
    switch rule {
    case .maximum(0), .minimum(0): (.within, 0)
    case .maximum(let most):
      count == most ? (.at, 0) : (count > most ? .above : .within, abs(count - most))
    case .minimum(let least):
      count == least ? (.at, 0) : (count < least ? .below : .within, abs(count - least))
    case .required, .matching, .custom: nil
    }
  }

  /// Returns the event that a change of the number of selected rows causes for a rule about it; nil
  /// if there is none.
  func crossing(from before: Int, to after: Int) -> SelectionEvent<RowID>.Kind? {
    if before == after { return nil }
    switch rule {
    case .maximum(let most) where most > 0:
      if before < most && after == most { return .maximumReached }
      return before == most && after < most ? .noLongerAtMaximum : nil
    case .minimum(let least) where least > 0:
      if before > least && after == least { return .minimumReached }
      return before == least && after > least ? .noLongerAtMinimum : nil
    default: return nil
    }
  }
}

extension SelectionRule {
  /// Checks that a list with a schema can have the rule.
  ///
  /// - Throws: `InvalidRequestError` for a negative limit or an unknown attribute; `FilterError`.
  /// - Complexity: O(length of the filter of the rule)
  package func check(schema: ListSchema) throws { _ = try InstalledRule(self, schema: schema) }
}
