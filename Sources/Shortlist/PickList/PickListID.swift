#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that can identify the items of a picker.
///
/// Strings, integers and `UUID`s conform. An enumeration with such raw values conforms with
/// `extension Kind: PickListID {}`. Another type can conform by mapping its values to unique row
/// ids:
///
///     nonisolated struct ContactID: Sendable { var code: String }
///
///     nonisolated extension ContactID: PickListID {
///       static let attributeType = AttributeType.text
///       var rowID: RowID { .text(code) }
///     }
public protocol PickListID: Hashable, Sendable {
  /// The type of the id attribute: `.integer` or `.text`.
  static var attributeType: AttributeType { get }

  /// The id as the list stores it; distinct ids have distinct row ids.
  var rowID: RowID { get }
}

extension PickListID where Self: BinaryInteger {
  /// Integer.
  public static var attributeType: AttributeType { .integer }
  /// The number.
  public var rowID: RowID { .integer(Int(self)) }
}

extension Int: PickListID {}
extension Int8: PickListID {}
extension Int16: PickListID {}
extension Int32: PickListID {}
extension Int64: PickListID {}
extension UInt8: PickListID {}
extension UInt16: PickListID {}
extension UInt32: PickListID {}

extension UInt: PickListID {
  /// The integer with the same bits, which is negative for the upper half of the numbers.
  public var rowID: RowID { .integer(Int(bitPattern: self)) }
}

extension UInt64: PickListID {
  /// The integer with the same bits, which is negative for the upper half of the numbers.
  public var rowID: RowID { .integer(Int(truncatingIfNeeded: self)) }
}

extension PickListID where Self: RawRepresentable, RawValue: PickListID {
  /// The type of the raw values.
  public static var attributeType: AttributeType { RawValue.attributeType }
  /// The raw value.
  public var rowID: RowID { rawValue.rowID }
}

extension String: PickListID {
  /// Text.
  public static var attributeType: AttributeType { .text }
  /// The text.
  public var rowID: RowID { .text(self) }
}

extension UUID: PickListID {
  /// Text.
  public static var attributeType: AttributeType { .text }
  /// The UUID string.
  public var rowID: RowID { .text(uuidString) }
}

/// The ids of records that their database numbers: one that was not inserted yet has none.
extension Optional: PickListID where Wrapped: PickListID {
  /// The type of the wrapped type.
  public static var attributeType: AttributeType { Wrapped.attributeType }
  /// The wrapped id; without one, the least integer or the empty text, which no other item may
  /// have.
  public var rowID: RowID {
    self?.rowID ?? (Wrapped.attributeType == .text ? .text("") : .integer(.min))
  }
}

extension RowID: PickListID {
  /// Text, unless a schema says otherwise: see ``ListRecord``.
  public static var attributeType: AttributeType { .text }
  /// The id itself.
  public var rowID: RowID { self }
}
