/// Operands that can stand for several days: a year or a month.
extension FilterParser {
  /// Returns the least and the greatest value that an operand stands for.
  func ends(
    _ type: AttributeType, _ text: String, _ place: Int
  ) throws(FilterError) -> (first: CellValue, last: CellValue) {
    if type == .date, schema.dates == .civil, let days = DayPeriod(text, today: DayPeriod.today) {
      return (.date(days.first), .date(days.last))
    }
    let value = try literal(type, text, place)
    return (value, value)
  }

  /// Returns the filter for an operand that a value equals.
  func equality(
    _ name: String, _ type: AttributeType, _ text: String, _ place: Int
  ) throws(FilterError) -> Filter {
    let (first, last) = try ends(type, text, place)
    return first == last ? .equals(name, first) : .inRange(name, first, last)
  }

  /// Returns the filter for an operand that a value is compared with.
  func comparison(
    _ name: String, _ type: AttributeType, _ comparison: Comparison, _ text: String, _ place: Int
  ) throws(FilterError) -> Filter {
    let (first, last) = try ends(type, text, place)
    switch comparison {
    case .equal where first != last: return .inRange(name, first, last)
    case .notEqual where first != last:
      return .all([.isNotNull(name), .not(.inRange(name, first, last))])
    case .greater, .lessOrEqual: return .compares(name, comparison, last)
    case .equal, .notEqual, .less, .greaterOrEqual: return .compares(name, comparison, first)
    }
  }
}
