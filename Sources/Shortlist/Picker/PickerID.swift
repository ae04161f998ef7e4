#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What identifies the items of a picker.
///
/// Texts, whole numbers and `UUID`s do. Another type does if it gives what tells its values apart:
///
///     struct ContactID { var code: String }
///
///     extension ContactID: PickerID {
///       static let attributeType = AttributeType.text
///       var rowID: RowID { .text(code) }
///     }
public protocol PickerID: Hashable, Sendable {
  /// The type of the attribute that has the ids: `.integer` or `.text`.
  static var attributeType: AttributeType { get }

  /// The id as the list knows it; different ones for different ids.
  var rowID: RowID { get }
}

extension PickerID where Self: BinaryInteger {
  /// Whole numbers.
  public static var attributeType: AttributeType { .integer }
  /// The number.
  public var rowID: RowID { .integer(Int(self)) }
}

extension Int: PickerID {}
extension Int8: PickerID {}
extension Int16: PickerID {}
extension Int32: PickerID {}
extension Int64: PickerID {}
extension UInt8: PickerID {}
extension UInt16: PickerID {}
extension UInt32: PickerID {}

extension String: PickerID {
  /// Texts.
  public static var attributeType: AttributeType { .text }
  /// The text.
  public var rowID: RowID { .text(self) }
}

extension UUID: PickerID {
  /// Texts.
  public static var attributeType: AttributeType { .text }
  /// The digits as text.
  public var rowID: RowID { .text(uuidString) }
}

extension RowID: PickerID {
  /// Texts, unless a schema says otherwise: see ``Record``.
  public static var attributeType: AttributeType { .text }
  /// The id itself.
  public var rowID: RowID { self }
}
