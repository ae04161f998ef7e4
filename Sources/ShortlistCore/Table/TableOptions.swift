/// What a client asks of a table when it is opened.
public struct TableOptions: Hashable, Sendable {
  /// The attribute that identifies a row.
  ///
  /// Nil: an attribute called `id`, else the row number.
  public var id: String?
  /// Types that override those found in the data, in the order given.
  public var schema: [ListSchema.Entry]

  /// Creates options.
  public init(id: String? = nil, schema: [ListSchema.Entry] = []) {
    self.id = id
    self.schema = schema
  }
}
