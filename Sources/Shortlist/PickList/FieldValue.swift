#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a field of an item can be: a text, a number, a truth value, a date, a list of texts, an
/// optional of these.
///
/// An enumeration of texts or numbers is one once it says so: `extension Kind: FieldValue {}`;
/// ``Field`` takes one of texts as it is.
public protocol FieldValue: SendableMetatype {
  /// The type of an attribute of such values.
  static var attributeType: AttributeType { get }
  /// Whether such values are counted as facets, unless a field says otherwise.
  static var isFacet: Bool { get }
  /// The value as the list has it.
  var fieldValue: CellValue { get }
}

extension FieldValue {
  /// Only lists and truth values are facets by themselves, and enumerations.
  public static var isFacet: Bool { attributeType == .list || attributeType == .boolean }
}

extension String: FieldValue {
  /// The text.
  public var fieldValue: CellValue { .text(self) }
}

extension FieldValue where Self: BinaryInteger {
  /// The number; one that 64 bits with a sign cannot hold is no value.
  public var fieldValue: CellValue { Int(exactly: self).map(CellValue.integer) ?? .null }
}

extension Int: FieldValue {}
extension Int8: FieldValue {}
extension Int16: FieldValue {}
extension Int32: FieldValue {}
extension Int64: FieldValue {}
extension UInt8: FieldValue {}
extension UInt16: FieldValue {}
extension UInt32: FieldValue {}
extension UInt: FieldValue {
  /// Whole numbers.
  public static var attributeType: AttributeType { .integer }
}
extension UInt64: FieldValue {
  /// Whole numbers.
  public static var attributeType: AttributeType { .integer }
}

extension FieldValue where Self: BinaryFloatingPoint {
  /// Numbers.
  public static var attributeType: AttributeType { .number }
  /// The number; one that is not finite is no value.
  public var fieldValue: CellValue { isFinite ? .number(Double(self)) : .null }
}

extension Double: FieldValue {}
extension Float: FieldValue {}

extension Bool: FieldValue {
  /// Truth values.
  public static var attributeType: AttributeType { .boolean }
  /// The truth value.
  public var fieldValue: CellValue { .boolean(self) }
}

extension Date: FieldValue {
  /// Dates.
  public static var attributeType: AttributeType { .date }
  /// The instant, to the microsecond.
  public var fieldValue: CellValue {
    if case .date(let date) = quantity { .date(date) } else { .null }
  }
}

extension Array: FieldValue where Element == String {
  /// Lists.
  public static var attributeType: AttributeType { .list }
  /// The list.
  public var fieldValue: CellValue { .list(self) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// What it wraps.
  public static var attributeType: AttributeType { Wrapped.attributeType }
  /// As what it wraps.
  public static var isFacet: Bool { Wrapped.isFacet }
  /// The value, null for none.
  public var fieldValue: CellValue { self?.fieldValue ?? .null }
}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  /// What stands for it.
  public static var attributeType: AttributeType { RawValue.attributeType }
  /// Enumerations are facets.
  public static var isFacet: Bool { true }
  /// What stands for it.
  public var fieldValue: CellValue { rawValue.fieldValue }
}
