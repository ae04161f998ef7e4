#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import ShortlistCore

extension UUID: PickListID {
  /// Text.
  public static var attributeType: AttributeType { .text }
  /// The UUID string.
  public var rowID: RowID { .text(uuidString) }
  /// Creates the UUID of a string; nil if it is none.
  public init?(rowID: RowID) { self.init(uuidString: rowID.description) }
}
