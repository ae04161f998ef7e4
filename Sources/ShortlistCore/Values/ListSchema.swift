/// The attributes of a list, in the order of the source.
///
///     let entries: [ListSchema.Entry] = [
///       .init(name: "code", type: .integer), .init(name: "name", type: .text),
///     ]
///     let schema = ListSchema(entries)
///     let records = PickList([ListRecord(id: 7, ["name": "Ann"])], schema: schema, id: "code")
public struct ListSchema: Hashable, Sendable {
  /// An attribute: its name and the type of its values.
  public struct Entry: Hashable, Sendable {
    /// The name, unique within a schema.
    public var name: String
    /// The type of the values.
    public var type: AttributeType

    /// Creates an entry.
    public init(name: String, type: AttributeType) {
      self.name = name
      self.type = type
    }
  }

  /// The attributes in order.
  public let entries: [Entry]
  /// The forms of dates in cells and filters.
  package var dates = DateForms.zoned
  private let indices: [BinaryString: Int]

  /// Creates a schema.
  ///
  /// - Precondition: No two entries have the same name.
  /// - Complexity: O(entries)
  public init(_ entries: [Entry]) {
    self.entries = entries
    self.indices = Dictionary(
      uniqueKeysWithValues: zip(entries.map { BinaryString($0.name) }, entries.indices))
  }

  /// Returns the index of the attribute called `name`, or nil if there is none.
  ///
  /// - Complexity: O(1)
  public func index(of name: String) -> Int? { indices[BinaryString(name)] }

  /// Returns the type of the attribute called `name`, or nil if there is none.
  ///
  /// - Complexity: O(1)
  public func type(of name: String) -> AttributeType? {
    indices[BinaryString(name)].map { entries[$0].type }
  }
}
