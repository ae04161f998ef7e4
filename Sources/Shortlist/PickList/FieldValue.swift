#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that a field of an item can have: text, number, boolean, date, list of texts, or an
/// optional of these.
///
/// An enumeration with string or number raw values conforms with `extension Kind: FieldValue {}`.
/// ``Field`` accepts one with string raw values without that conformance.
public protocol FieldValue: SendableMetatype {
  /// The attribute type of such values.
  static var attributeType: AttributeType { get }
  /// Whether a field of this type is a facet by default.
  static var isFacet: Bool { get }
  /// The value as the list stores it.
  var fieldValue: CellValue { get }
}

extension FieldValue {
  /// True for lists and booleans only; enumerations override it.
  public static var isFacet: Bool { attributeType == .list || attributeType == .boolean }
}

extension String: FieldValue {
  /// The text.
  public var fieldValue: CellValue { .text(self) }
}

extension FieldValue where Self: BinaryInteger {
  /// The number; null if it does not fit into a 64-bit signed integer.
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
  /// Integer.
  public static var attributeType: AttributeType { .integer }
}
extension UInt64: FieldValue {
  /// Integer.
  public static var attributeType: AttributeType { .integer }
}

extension FieldValue where Self: BinaryFloatingPoint {
  /// Number.
  public static var attributeType: AttributeType { .number }
  /// The number; null if it is not finite.
  public var fieldValue: CellValue { isFinite ? .number(Double(self)) : .null }
}

extension Double: FieldValue {}
extension Float: FieldValue {}

extension Bool: FieldValue {
  /// Boolean.
  public static var attributeType: AttributeType { .boolean }
  /// The boolean.
  public var fieldValue: CellValue { .boolean(self) }
}

extension Date: FieldValue {
  /// Date.
  public static var attributeType: AttributeType { .date }
  /// The instant, to the microsecond.
  public var fieldValue: CellValue {
    if case .date(let date) = quantity { .date(date) } else { .null }
  }
}

extension Array: FieldValue where Element == String {
  /// List.
  public static var attributeType: AttributeType { .list }
  /// The list.
  public var fieldValue: CellValue { .list(self) }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The attribute type of the wrapped type.
  public static var attributeType: AttributeType { Wrapped.attributeType }
  /// Whether the wrapped type is a facet by default.
  public static var isFacet: Bool { Wrapped.isFacet }
  /// The wrapped value; null if there is none.
  public var fieldValue: CellValue { self?.fieldValue ?? .null }
}

extension FieldValue where Self: RawRepresentable, RawValue: FieldValue {
  /// The attribute type of the raw value.
  public static var attributeType: AttributeType { RawValue.attributeType }
  /// True: enumerations are facets by default.
  public static var isFacet: Bool { true }
  /// The raw value.
  public var fieldValue: CellValue { rawValue.fieldValue }
}
