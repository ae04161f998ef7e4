#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A condition on items, written with key paths to their fields.
///
///     try await shop.filter(where: \.price < 20 && \.kind == .tea)
///     try await shop.filter(where: .range(\.price, 10..<20) || \.inStock == false)
///
/// Comparisons are those of ``Filter``: texts compare folded, an item without a value satisfies
/// `== nil` and no other comparison, and an exact bound is exact for numbers of any type.
public struct ItemFilter<Item> {
  /// The filter for attributes, given the name of each field.
  let filter: ((PartialKeyPath<Item>) -> String) -> Filter

  /// Returns a condition that both conditions hold.
  public static func && (a: Self, b: Self) -> Self {
    Self { name in .all([a.filter(name), b.filter(name)]) }
  }

  /// Returns a condition that at least one of the conditions holds.
  public static func || (a: Self, b: Self) -> Self {
    Self { name in .any([a.filter(name), b.filter(name)]) }
  }

  /// Returns a condition that a condition does not hold.
  public static prefix func ! (a: Self) -> Self { Self { name in .not(a.filter(name)) } }

  /// Returns a condition that a number or date is at least the lower bound and less than the upper
  /// bound.
  public static func range<Value: OrderedFieldValue>(
    _ path: KeyPath<Item, Value>, _ range: Range<Value>
  ) -> Self {
    path >= range.lowerBound && path < range.upperBound
  }

  /// Returns a condition that a number or date is within bounds, both included.
  public static func range<Value: OrderedFieldValue>(
    _ path: KeyPath<Item, Value>, _ range: ClosedRange<Value>
  ) -> Self {
    path >= range.lowerBound && path <= range.upperBound
  }

  /// Returns a condition that an optional number or date is at least the lower bound and less than
  /// the upper bound.
  public static func range<Value: OrderedFieldValue>(
    _ path: KeyPath<Item, Value?>, _ range: Range<Value>
  ) -> Self {
    path >= range.lowerBound && path < range.upperBound
  }

  /// Returns a condition that an optional number or date is within bounds, both included.
  public static func range<Value: OrderedFieldValue>(
    _ path: KeyPath<Item, Value?>, _ range: ClosedRange<Value>
  ) -> Self {
    path >= range.lowerBound && path <= range.upperBound
  }

  /// Returns a condition that a text contains another, both folded.
  public static func contains(_ path: KeyPath<Item, String>, _ text: String) -> Self {
    Self { name in .contains(name(path), text) }
  }

  /// Returns a condition that a list has an element.
  public static func contains<Values: Sequence & FieldValue>(
    _ path: KeyPath<Item, Values>, _ element: Values.Element
  ) -> Self where Values.Element: FieldValue {
    Self { name in .equals(name(path), .text(element.fieldValue.text)) }
  }

  fileprivate static func compares(
    _ path: PartialKeyPath<Item>, _ comparison: Filter.Comparison, _ value: CellValue
  ) -> Self {
    Self { name in .compares(name(path), comparison, value) }
  }

  fileprivate static func equals(_ path: PartialKeyPath<Item>, _ value: CellValue) -> Self {
    Self { name in value.isNull ? .isNull(name(path)) : .equals(name(path), value) }
  }
}

/// A number or a date, which can be compared in an ``ItemFilter``.
///
///     try await shop.filter(where: .range(\.price, 10...20) && \.added < Date.now)
public protocol OrderedFieldValue: FieldValue, Comparable {}

extension Int: OrderedFieldValue {}
extension Int8: OrderedFieldValue {}
extension Int16: OrderedFieldValue {}
extension Int32: OrderedFieldValue {}
extension Int64: OrderedFieldValue {}
extension UInt: OrderedFieldValue {}
extension UInt8: OrderedFieldValue {}
extension UInt16: OrderedFieldValue {}
extension UInt32: OrderedFieldValue {}
extension UInt64: OrderedFieldValue {}
extension Double: OrderedFieldValue {}
extension Float: OrderedFieldValue {}
extension Decimal: OrderedFieldValue {}
extension Date: OrderedFieldValue {}

extension KeyPath where Value: FieldValue {
  /// Returns a condition that a field equals a value.
  public static func == (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .equals(path, value.fieldValue)
  }

  /// Returns a condition that a field does not equal a value.
  public static func != (path: KeyPath, value: Value) -> ItemFilter<Root> {
    !(path == value)
  }
}

extension KeyPath where Value: RawRepresentable, Value.RawValue: FieldValue {
  /// Returns a condition that a field equals a case.
  @_disfavoredOverload
  public static func == (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .equals(path, value.rawValue.fieldValue)
  }

  /// Returns a condition that a field does not equal a case.
  @_disfavoredOverload
  public static func != (path: KeyPath, value: Value) -> ItemFilter<Root> {
    !(path == value)
  }
}

extension KeyPath where Value: OrderedFieldValue {
  /// Returns a condition that a field is less than a value.
  public static func < (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .compares(path, .less, value.fieldValue)
  }

  /// Returns a condition that a field is at most a value.
  public static func <= (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .compares(path, .lessOrEqual, value.fieldValue)
  }

  /// Returns a condition that a field is greater than a value.
  public static func > (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .compares(path, .greater, value.fieldValue)
  }

  /// Returns a condition that a field is at least a value.
  public static func >= (path: KeyPath, value: Value) -> ItemFilter<Root> {
    .compares(path, .greaterOrEqual, value.fieldValue)
  }
}

extension KeyPath {
  /// Returns a condition that an optional field has a value less than another.
  public static func < <Wrapped: OrderedFieldValue>(
    path: KeyPath, value: Wrapped
  ) -> ItemFilter<Root> where Value == Wrapped? {
    .compares(path, .less, value.fieldValue)
  }

  /// Returns a condition that an optional field has a value of at most another.
  public static func <= <Wrapped: OrderedFieldValue>(
    path: KeyPath, value: Wrapped
  ) -> ItemFilter<Root> where Value == Wrapped? {
    .compares(path, .lessOrEqual, value.fieldValue)
  }

  /// Returns a condition that an optional field has a value greater than another.
  public static func > <Wrapped: OrderedFieldValue>(
    path: KeyPath, value: Wrapped
  ) -> ItemFilter<Root> where Value == Wrapped? {
    .compares(path, .greater, value.fieldValue)
  }

  /// Returns a condition that an optional field has a value of at least another.
  public static func >= <Wrapped: OrderedFieldValue>(
    path: KeyPath, value: Wrapped
  ) -> ItemFilter<Root> where Value == Wrapped? {
    .compares(path, .greaterOrEqual, value.fieldValue)
  }

  /// Returns a condition that an optional field equals a case, or has no value.
  @_disfavoredOverload
  public static func == <Case: RawRepresentable>(
    path: KeyPath, value: Case?
  ) -> ItemFilter<Root> where Value == Case?, Case.RawValue: FieldValue {
    .equals(path, (value?.rawValue).fieldValue)
  }

  /// Returns a condition that an optional field does not equal a case, or has a value.
  @_disfavoredOverload
  public static func != <Case: RawRepresentable>(
    path: KeyPath, value: Case?
  ) -> ItemFilter<Root> where Value == Case?, Case.RawValue: FieldValue {
    !(path == value)
  }
}
