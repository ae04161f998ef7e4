/// What may be selected.
///
/// Rules are asked one after the other, each about what those before it have left. A minimum is asked once
/// more of what all of them have left, so that no request ends below it. Rules never take selected rows
/// out; how a selection stands to them is told.
public enum SelectionRule: SelectionFilter {
  /// No more rows than this; 0 is no limit. A request that would bring more is refused whole.
  case maximum(Int)
  /// No fewer rows than this; 0 is no limit. A request that takes rows out and would leave fewer is
  /// refused whole.
  case minimum(Int)
  /// Only rows that have a value of this attribute other than an empty text or list.
  case required(String)
  /// Only rows for which a filter text holds, for this reason.
  case matching(String, reason: String)
  /// What a filter lets pass.
  case custom(any SelectionFilter)

  /// Kinds of rules, and of reasons to refuse a row.
  public enum Kind: String, Sendable {
    /// There is no such row, or it is not shown.
    case unknown
    /// Only one row can be selected.
    case single
    /// `SelectionRule.maximum(_:)`
    case maximum
    /// `SelectionRule.minimum(_:)`
    case minimum
    /// `SelectionRule.required(_:)`
    case required
    /// `SelectionRule.matching(_:reason:)`
    case matching = "where"
    /// `SelectionRule.custom(_:)`
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

  /// Why rows are refused, as a part of a sentence for a person.
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
