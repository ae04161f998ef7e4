/// A rule that has been checked against a table.
struct InstalledRule: Sendable {
  let rule: SelectionRule
  /// The filter of a filter text; nil for an empty one, and for other rules.
  private let filter: Filter?
  /// The column of a required attribute.
  private let column: Int?

  /// Checks a rule.
  ///
  /// - Throws: `InvalidRequest` for a negative limit and an attribute that is not there, `FilterError`.
  init(_ rule: SelectionRule, schema: ListSchema) throws {
    self.rule = rule
    var filter: Filter?
    var column: Int?
    switch rule {
    case .maximum(let limit), .minimum(let limit):
      if limit < 0 {
        throw InvalidRequest("a \(rule.kind.rawValue) must not be negative, but is \(limit)")
      }
    case .required(let attribute):
      column = schema.index(of: attribute)
      if column == nil { throw InvalidRequest("required: there is no attribute \(attribute)") }
    case .matching(let text, _): filter = try Filter(parsing: text, schema: schema)
    case .custom: break
    }
    self.filter = filter
    self.column = column
  }

  /// Whether the rule is about each row alone, and says of each whether it can be selected.
  var isAboutRows: Bool { filter != nil || column != nil }

  /// Whether a row of a table can be selected, as far as a rule about rows says.
  func admits(_ slot: UInt32, in table: RowTable) -> Bool {
    if let filter { return filter.holds(for: slot, in: table) }
    guard let column else { return true }
    switch table.columns[column] {
    case .text(let texts): return texts.withShown(slot) { $0.count > 0 } ?? false
    case .list(let lists): return lists.codes(slot).map { !$0.isEmpty } ?? false
    case .integer, .number, .boolean, .date: return !table.columns[column].isNull(slot)
    }
  }

  /// The rows of a table that can be selected, among others that are not asked about.
  func admitted(_ rows: RowSet, in table: RowTable) -> RowSet {
    if let filter { return filter.rows(of: table) }
    var admitted = rows
    rows.forEach { if !admits($0, in: table) { admitted[$0] = false } }
    return admitted
  }

  // MARK: Counts

  /// How a selection of so many rows stands to a rule about their number; nil for other rules.
  func status(count: Int) -> (state: SelectionRulesReport.Status.State, by: Int)? {
    switch rule {
    case .maximum(0), .minimum(0): (.within, 0)
    case .maximum(let most):
      count == most ? (.at, 0) : (count > most ? .above : .within, abs(count - most))
    case .minimum(let least):
      count == least ? (.at, 0) : (count < least ? .below : .within, abs(count - least))
    case .required, .matching, .custom: nil
    }
  }

  /// What a change of the number of selected rows means to a rule about it.
  func crossing(from before: Int, to after: Int) -> SelectionEvent.Kind? {
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
