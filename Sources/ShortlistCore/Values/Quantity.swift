/// A number or a date: what ranges, bounds and histograms are made of.
///
/// Whole numbers and fractions compare exactly, also beyond 2^53; a whole number is the same quantity
/// whether it was written as `7` or as `7.0`. Dates compare by their instants and come after numbers.
public enum Quantity: Sendable {
  /// A whole number.
  case integer(Int)
  /// A number; always finite.
  case number(Double)
  /// A day, which stands for its midnight, or an instant.
  case date(Timestamp)

  /// The quantity of a finite number, nil for any other.
  public init?(_ number: Double) {
    guard number.isFinite else { return nil }
    if let whole = Int(exactly: number) { self = .integer(whole) } else { self = .number(number) }
  }

  /// The quantity of a value, nil if it is neither a finite number nor a date.
  public init?(_ value: CellValue) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self.init(number)
    case .date(let date): self = .date(date)
    case .null, .text, .boolean, .list: return nil
    }
  }

  /// The quantity as a value of a row.
  public var value: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .date(let date): .date(date)
    }
  }

  /// The quantity as a double: the nearest one to a number, the microseconds since 1970 of a date.
  public var double: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .date(let date): Double(date.microseconds)
    }
  }
}

extension Quantity: Comparable, Hashable {
  /// Whether a quantity is below another.
  public static func < (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a < b
    case (.number(let a), .number(let b)): a < b
    case (.integer(let a), .number(let b)): a.isBelow(b)
    case (.number(let a), .integer(let b)): b.isAbove(a)
    case (.date(let a), .date(let b)): a.microseconds < b.microseconds
    case (.date, _): false
    case (_, .date): true
    }
  }

  /// Whether two quantities are the same.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
      Int(exactly: number) == integer
    case (.date(let a), .date(let b)): a.microseconds == b.microseconds
    default: false
    }
  }

  /// Feeds what makes the quantity.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let integer): hasher.combine(integer)
    case .number(let number):
      if let whole = Int(exactly: number) { hasher.combine(whole) } else { hasher.combine(number) }
    case .date(let date): hasher.combine(date.microseconds)
    }
  }
}

extension Int {
  // The nearest double of a large whole number may be another one: then the numbers are compared as
  // whole numbers. The only double above all of them that is the nearest of one is 2^63.

  fileprivate func isBelow(_ number: Double) -> Bool {
    let nearest = Double(self)
    return nearest == number ? Int(exactly: number).map { self < $0 } ?? true : nearest < number
  }

  fileprivate func isAbove(_ number: Double) -> Bool {
    let nearest = Double(self)
    return nearest == number ? Int(exactly: number).map { self > $0 } ?? false : nearest > number
  }
}
