/// Lets only rows be selected that have a value of an attribute.
///
/// A request loses the rows that have none, or an empty text or list; the others go on. What is
/// deselected is not looked at.
///
///     try await list.addSelectionFilter(RequiredFieldSelectionFilter(attribute: "phone"))
public final class RequiredFieldSelectionFilter: SelectionFilter {
  /// The attribute.
  public let attribute: String

  /// Creates a filter.
  public init(attribute: String) { self.attribute = attribute }

  /// That the attribute is required.
  public var rule: SelectionRule { .required(attribute) }
}
