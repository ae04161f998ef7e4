/// A number or a date, as used in ranges, bounds and histograms.
///
/// Integers and fractions compare exactly, also beyond 2^53; `7` and `7.0` are the same quantity.
/// Dates compare by their instants and come after numbers.
///
///     let least = shopModel[number: \.price]?.range?.lowerBound  // a quantity
///     let price = least?.double ?? 0
public enum Quantity: Sendable {
  /// An integer.
  case integer(Int)
  /// A number; always finite.
  case number(Double)
  /// A day, which stands for its midnight in UTC, or an instant.
  case date(Timestamp)

  /// Creates the quantity of a finite number; nil for any other.
  public init?(_ number: Double) {
    guard number.isFinite else { return nil }
    if let whole = Int(exactly: number) { self = .integer(whole) } else { self = .number(number) }
  }

  /// Creates the quantity of a value; nil if it is neither a finite number nor a date.
  public init?(_ value: CellValue) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self.init(number)
    case .date(let date): self = .date(date)
    case .null, .text, .boolean, .list: return nil
    }
  }

  /// The quantity as a cell value.
  public var value: CellValue {
    switch self {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .date(let date): .date(date)
    }
  }

  /// The quantity as a double: the nearest one for a number, the microseconds since 1970 for a
  /// date.
  public var double: Double {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    case .date(let date): Double(date.microseconds)
    }
  }
}

extension Quantity: Comparable, Hashable {
  /// Returns whether one quantity is less than another.
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

  /// Returns whether two quantities are equal.
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

  /// Hashes the quantity.
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
  // A large integer may round to another double. If the nearest double equals the other number,
  // compare the two as integers. That number has no `Int` value only if it is 2^63, which is above
  // every `Int`.

  fileprivate func isBelow(_ number: Double) -> Bool {
    let nearest = Double(self)
    return nearest == number ? Int(exactly: number).map { self < $0 } ?? true : nearest < number
  }

  fileprivate func isAbove(_ number: Double) -> Bool {
    let nearest = Double(self)
    return nearest == number ? Int(exactly: number).map { self > $0 } ?? false : nearest > number
  }
}
