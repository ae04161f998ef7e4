/// Allows only rows with a value of an attribute to be selected.
///
/// A request leaves out the rows whose value is missing, an empty text or an empty list, and
/// proceeds with the others. Deselecting is not restricted.
///
///     picker.selection.filters = [RequiredFieldSelectionFilter(attribute: "phone")]
public final class RequiredFieldSelectionFilter: SelectionFilter {
  /// The attribute.
  public let attribute: String

  /// Creates a filter.
  public init(attribute: String) { self.attribute = attribute }

  /// The rule that requires the attribute.
  public var rule: SelectionRule { .required(attribute) }
}
