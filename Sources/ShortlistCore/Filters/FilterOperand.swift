/// A number type in which every value except the extremes has a neighbour on either side.
protocol SteppedNumber: FlatValue, Comparable {
  static var lowest: Self { get }
  static var highest: Self { get }
  /// The next lower value; nil below the lowest.
  var before: Self? { get }
  /// The next higher value; nil above the highest.
  var after: Self? { get }
  /// The nearest double.
  var double: Double { get }
}

extension Int: SteppedNumber {
  static var lowest: Int { .min }
  static var highest: Int { .max }
  var before: Int? { self == .min ? nil : self - 1 }
  var after: Int? { self == .max ? nil : self + 1 }
  var double: Double { Double(self) }
}

extension Double: SteppedNumber {
  static var lowest: Double { -.infinity }
  static var highest: Double { .infinity }
  var before: Double? { self == -.infinity ? nil : nextDown }
  var after: Double? { self == .infinity ? nil : nextUp }
  var double: Double { self }
}

/// The operand of a filter in the number type of a column.
///
/// `first` is the least value not below the operand, `last` the greatest value not above it. They
/// are equal for an operand that the type can represent. For an operand between two values (2.5
/// among integers), `first` is greater than `last`. For a day, they are its two ends.
struct FilterOperand<Number: SteppedNumber> {
  var first: Number?
  var last: Number?

  /// Returns the values for which a comparison other than `notEqual` holds; nil if there are none.
  func range(_ comparison: Filter.Comparison) -> ClosedRange<Number>? {
    switch comparison {
    case .less: first.map { $0.before.map { .lowest...$0 } } ?? all
    case .lessOrEqual: last.map { .lowest...$0 }
    case .equal, .notEqual: range(from: first, to: last)
    case .greaterOrEqual: first.map { $0 ... .highest }
    case .greater: last.map { $0.after.map { $0 ... .highest } } ?? all
    }
  }

  private var all: ClosedRange<Number>? { .lowest ... .highest }

  private func range(from first: Number?, to last: Number?) -> ClosedRange<Number>? {
    guard let first, let last, first <= last else { return nil }
    return first...last
  }
}

extension FilterOperand<Int> {
  /// Creates an operand for integers, or for the microseconds of dates.
  init?(_ value: CellValue) {
    switch value {
    case .integer(let integer): self.init(first: integer, last: integer)
    case .number(let number): self.init(number)
    case .date(let date):
      self.init(first: date.microseconds, last: date.isDay ? date.end - 1 : date.microseconds)
    case .null, .text, .boolean, .list: return nil
    }
  }

  /// Creates an operand for integers from a number.
  init(_ number: Double) {
    let up = number.rounded(.up)
    let down = number.rounded(.down)
    // Beyond either extreme, one side has no value.
    self.init(
      first: Int(exactly: up) ?? (up < 0 ? .min : nil),
      last: Int(exactly: down) ?? (down > 0 ? .max : nil))
  }
}

extension FilterOperand<Double> {
  /// Creates an operand for doubles.
  init?(_ value: CellValue) {
    switch value {
    case .number(let number): self.init(first: number, last: number)
    case .integer(let integer):
      let nearest = Double(integer)
      let isAbove = Int(exactly: nearest).map { $0 > integer } ?? true
      let isBelow = Int(exactly: nearest).map { $0 < integer } ?? false
      self.init(
        first: isBelow ? nearest.nextUp : nearest, last: isAbove ? nearest.nextDown : nearest)
    case .null, .text, .boolean, .date, .list: return nil
    }
  }
}
