/// The operator that combines the filters of a group.
public enum RefinementOperator: String, Sendable, CaseIterable, Codable {
  /// All of them must hold.
  case and
  /// At least one of them must hold.
  case or
}
