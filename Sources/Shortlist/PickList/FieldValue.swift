#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that a field of an item can have: text, number, boolean, date, list, or an optional of
/// these.
///
/// An enumeration with string or number raw values conforms with `extension Kind: FieldValue {}`.
/// ``Field`` accepts one without that conformance.
///
///     nonisolated struct Weight: FieldValue {
///       static let attributeType = AttributeType.number
///       var grams: Double
///       var fieldValue: CellValue { .number(grams) }
///     }
public protocol FieldValue: SendableMetatype {
  /// The attribute type of such values.
  static var attributeType: AttributeType { get }
  /// Whether a field of this type is a facet by default.
  static var isFacet: Bool { get }
  /// Whether a search covers a field of this type by default.
  static var isSearchable: Bool { get }
  /// The value as the list stores it.
  var fieldValue: CellValue { get }
}

extension FieldValue {
  /// True for lists and booleans only; enumerations override it.
  public static var isFacet: Bool { attributeType == .list || attributeType == .boolean }
  /// True for texts and lists only; identifiers override it.
  public static var isSearchable: Bool { attributeType.isSearchedByDefault }
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
extension UInt: FieldValue {}
extension UInt64: FieldValue {}

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

extension Decimal: FieldValue {
  /// Number.
  public static var attributeType: AttributeType { .number }
  /// The number, the nearest that a `Double` or an `Int` holds; null if it is not a number.
  public var fieldValue: CellValue { quantity?.value ?? .null }
}

extension UUID: FieldValue {
  /// False: a search for words does not cover identifiers.
  public static var isSearchable: Bool { false }
  /// The UUID string.
  public var fieldValue: CellValue { .text(uuidString) }
}

extension URL: FieldValue {
  /// Text.
  public static var attributeType: AttributeType { .text }
  /// The absolute URL.
  public var fieldValue: CellValue { .text(absoluteString) }
}

extension Array: FieldValue where Element: FieldValue {
  /// List.
  public static var attributeType: AttributeType { .list }
  /// The texts of the elements; those without a value are left out.
  ///
  /// - Complexity: O(elements)
  public var fieldValue: CellValue { .list((self as? [String]) ?? texts) }
}

extension Set: FieldValue where Element: FieldValue {
  /// List.
  public static var attributeType: AttributeType { .list }
  /// The texts of the elements in ascending order; those without a value are left out.
  ///
  /// - Complexity: O(elements · log elements)
  public var fieldValue: CellValue { .list(texts.sorted()) }
}

extension Sequence where Element: FieldValue {
  fileprivate var texts: [String] {
    compactMap { element in
      let value = element.fieldValue
      return value.isNull ? nil : value.text
    }
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The attribute type of the wrapped type.
  public static var attributeType: AttributeType { Wrapped.attributeType }
  /// Whether the wrapped type is a facet by default.
  public static var isFacet: Bool { Wrapped.isFacet }
  /// Whether a search covers the wrapped type by default.
  public static var isSearchable: Bool { Wrapped.isSearchable }
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
