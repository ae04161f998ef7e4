/// A single criterion of a sort.
public struct SortKey: Hashable, Sendable {
  /// The direction of a sort; nulls come last in either direction.
  public enum Order: String, Sendable, CaseIterable {
    /// From the least to the greatest.
    case ascending
    /// From the greatest to the least.
    case descending
  }

  /// How texts are compared.
  public enum Collation: String, Sendable, CaseIterable {
    /// By their folded forms, code point by code point.
    case plain
    /// The same, but a run of ASCII digits counts as one number: `file9` comes before `file10`.
    ///
    /// Texts that differ only in leading zeros are in their plain order.
    case natural
  }

  /// The attribute whose values are compared.
  public var attribute: String
  /// The direction.
  public var order: Order
  /// How texts are compared; it does not matter for other values.
  public var collation: Collation

  /// Creates a criterion.
  ///
  ///     picker.sort = [SortKey("file", collation: .natural)]
  public init(
    _ attribute: String, _ order: Order = .ascending, collation: Collation = .plain
  ) {
    self.attribute = attribute
    self.order = order
    self.collation = collation
  }
}
