/// A rule that restricts which rows can be selected.
///
/// Rules apply in order, each to what the rules before it have admitted. Minimums are checked again
/// at the end, so that no request ends below one. Rules never deselect rows; reports say whether
/// the selection satisfies them.
///
///     picker.selection.filters = [
///       SelectionRule.maximum(10),
///       picker.selection.matching(\.city == "Bonn", reason: "it is too far"),
///     ]
public enum SelectionRule: SelectionFilter {
  /// At most this many rows; 0 means no limit. A request that would exceed the limit is refused as
  /// a whole.
  case maximum(Int)
  /// At least this many rows; 0 means no limit. A request that deselects rows and would leave fewer
  /// is refused as a whole.
  case minimum(Int)
  /// Only rows with a value of this attribute that is not null, an empty text or an empty list.
  case required(String)
  /// Only rows that match a filter text; `reason` explains a refusal.
  case matching(String, reason: String)
  /// Only rows that a custom filter admits.
  case custom(any SelectionFilter)

  /// The kinds of rules and of reasons for a refusal.
  public enum Kind: String, Sendable {
    /// The row does not exist or is not shown.
    case unknown
    /// Only one row can be selected.
    case single
    /// The rule `SelectionRule.maximum(_:)`.
    case maximum
    /// The rule `SelectionRule.minimum(_:)`.
    case minimum
    /// The rule `SelectionRule.required(_:)`.
    case required
    /// The rule `SelectionRule.matching(_:reason:)`.
    case matching = "where"
    /// The rule `SelectionRule.custom(_:)`.
    case custom
  }

  /// The kind of rule.
  public var kind: Kind {
    switch self {
    case .maximum: .maximum
    case .minimum: .minimum
    case .required: .required
    case .matching: .matching
    case .custom: .custom
    }
  }

  /// The rule itself.
  public var rule: SelectionRule { self }

  /// The reason for a refusal, as part of a sentence shown to the user.
  public var reason: String {
    switch self {
    case .maximum(let most): "no more than \(most) can be selected"
    case .minimum(let least): "at least \(least) must stay selected"
    case .required(let attribute): "\(attribute) is missing"
    case .matching(_, let reason): reason
    case .custom(let filter): filter.reason
    }
  }
}
