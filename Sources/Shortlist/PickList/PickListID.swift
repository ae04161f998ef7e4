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
///     extension ContactID: PickListID {
///       static let attributeType = AttributeType.text
///       var rowID: RowID { .text(code) }
///     }
public protocol PickListID: Hashable, Sendable {
  /// The type of the attribute that has the ids: `.integer` or `.text`.
  static var attributeType: AttributeType { get }

  /// The id as the list knows it; different ones for different ids.
  var rowID: RowID { get }
}

extension PickListID where Self: BinaryInteger {
  /// Whole numbers.
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

extension String: PickListID {
  /// Texts.
  public static var attributeType: AttributeType { .text }
  /// The text.
  public var rowID: RowID { .text(self) }
}

extension UUID: PickListID {
  /// Texts.
  public static var attributeType: AttributeType { .text }
  /// The digits as text.
  public var rowID: RowID { .text(uuidString) }
}

extension RowID: PickListID {
  /// Texts, unless a schema says otherwise: see ``ListRecord``.
  public static var attributeType: AttributeType { .text }
  /// The id itself.
  public var rowID: RowID { self }
}
