/// A rule that groups rows into sections by the values of an attribute.
///
///     picker.sections = picker.sectionRule(by: \.city)
public struct SectionRule: Hashable, Sendable {
  /// The order of the sections.
  ///
  ///     try await picker.group(by: \.city, order: .names(["Bonn", "Ulm"], keepEmpty: true))
  public enum Order: Hashable, Sendable {
    /// By name: as text sorts, or numerically for numbers. The section named `""` comes last.
    case ascending
    /// Descending by name; the section named `""` comes last here too.
    case descending
    /// These names first, in this order, then the others in ascending order.
    ///
    /// With `keepEmpty`, the sections named here are shown even while they have no rows.
    case names([String], keepEmpty: Bool)

    /// Returns whether two orders are the same; names are compared byte by byte.
    public static func == (a: Self, b: Self) -> Bool {
      switch (a, b) {
      case (.ascending, .ascending), (.descending, .descending): true
      case (.names(let a, let keepsEmpty), .names(let b, let keeps)):
        keepsEmpty == keeps && a.map(BinaryString.init) == b.map(BinaryString.init)
      default: false
      }
    }
  }

  /// The attribute whose value, as text, names the section of a row; null counts as `""`.
  public var attribute: String
  /// The order of the sections.
  public var order: Order

  /// Creates a rule.
  public init(by attribute: String, order: Order = .ascending) {
    self.attribute = attribute
    self.order = order
  }

  /// Returns whether two rules are the same; names are compared byte by byte.
  public static func == (a: Self, b: Self) -> Bool {
    BinaryString(a.attribute) == BinaryString(b.attribute) && a.order == b.order
  }
}
