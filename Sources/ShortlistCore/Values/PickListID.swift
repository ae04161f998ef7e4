/// A type that can identify the items of a picker.
///
/// Strings, integers and `UUID`s conform. An enumeration with such raw values conforms with
/// `extension Kind: PickListID {}`. Another type can conform by mapping its values to unique row
/// ids, and these back to its values:
///
///     nonisolated struct ContactID: Sendable { var code: String }
///
///     nonisolated extension ContactID: PickListID {
///       static let attributeType = AttributeType.text
///       var rowID: RowID { .text(code) }
///       init?(rowID: RowID) { self.init(code: rowID.description) }
///     }
public protocol PickListID: Hashable, Sendable {
  /// The type of the id attribute: `.integer` or `.text`.
  static var attributeType: AttributeType { get }

  /// The id as the list stores it; distinct ids have distinct row ids.
  var rowID: RowID { get }

  /// Creates the id that a list stores so; nil if there is none.
  ///
  /// A list whose ids are texts stores the text of a number.
  init?(rowID: RowID)
}

extension PickListID where Self: FixedWidthInteger {
  /// Integer.
  public static var attributeType: AttributeType { .integer }
  /// The number; an unsigned integer of 64 bits has the integer with the same bits, which is
  /// negative for the upper half of the numbers.
  public var rowID: RowID { .integer(Int(truncatingIfNeeded: self)) }

  /// Creates the number; nil if it is not representable.
  public init?(rowID: RowID) {
    let integer: Int
    switch rowID {
    case .integer(let number): integer = number
    case .text(let text):
      guard let number = Int(text) else { return nil }
      integer = number
    case .number: return nil
    }
    self.init(truncatingIfNeeded: integer)
    if Int(truncatingIfNeeded: self) != integer { return nil }
  }
}

extension Int: PickListID {}
extension Int8: PickListID {}
extension Int16: PickListID {}
extension Int32: PickListID {}
extension Int64: PickListID {}
extension UInt: PickListID {}
extension UInt8: PickListID {}
extension UInt16: PickListID {}
extension UInt32: PickListID {}
extension UInt64: PickListID {}

extension PickListID where Self: RawRepresentable, RawValue: PickListID {
  /// The type of the raw values.
  public static var attributeType: AttributeType { RawValue.attributeType }
  /// The raw value.
  public var rowID: RowID { rawValue.rowID }

  /// Creates the id with a raw value; nil if there is none.
  public init?(rowID: RowID) {
    guard let value = RawValue(rowID: rowID) else { return nil }
    self.init(rawValue: value)
  }
}

extension String: PickListID {
  /// Text.
  public static var attributeType: AttributeType { .text }
  /// The text.
  public var rowID: RowID { .text(self) }
  /// Creates the text.
  public init(rowID: RowID) { self = rowID.description }
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

  /// Creates the wrapped id, or the one that is missing.
  public init?(rowID: RowID) {
    if rowID == Self.none.rowID {
      self = .none
      return
    }
    guard let id = Wrapped(rowID: rowID) else { return nil }
    self = .some(id)
  }
}

extension RowID: PickListID {
  /// Text, unless a schema says otherwise: see `ListRecord`.
  public static var attributeType: AttributeType { .text }
  /// The id itself.
  public var rowID: RowID { self }
  /// Creates the id itself.
  public init(rowID: RowID) { self = rowID }
}
