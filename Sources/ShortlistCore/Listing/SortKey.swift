/// A single criterion of a sort.
public struct SortKey: Hashable, Sendable {
  /// The direction of a sort; nulls come last in either direction.
  public enum Order: String, Sendable, CaseIterable {
    /// From the least to the greatest.
    case ascending
    /// From the greatest to the least.
    case descending
  }

  /// The attribute whose values are compared.
  public var attribute: String
  /// The direction.
  public var order: Order

  /// Creates a criterion.
  public init(_ attribute: String, _ order: Order = .ascending) {
    self.attribute = attribute
    self.order = order
  }
}
