/// How rows are grouped in sections: by the values of an attribute.
public struct SectionRule: Hashable, Sendable {
  /// The order of the sections.
  public enum Order: Hashable, Sendable {
    /// By name as text sorts, numbers numerically; the section named `""` last.
    case ascending
    /// The reverse; the section named `""` is last here too.
    case descending
    /// These names first, in this order, then the others ascending. With `keepEmpty` the sections
    /// named here are shown also while they have no rows.
    case names([String], keepEmpty: Bool)
  }

  /// The attribute whose value, as text, names the section of a row; null is `""`.
  public var attribute: String
  /// The order of the sections.
  public var order: Order

  /// Creates a rule.
  public init(by attribute: String, order: Order = .ascending) {
    self.attribute = attribute
    self.order = order
  }
}
