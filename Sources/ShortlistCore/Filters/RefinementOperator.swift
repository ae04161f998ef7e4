/// The operator that combines the filters of a group.
///
///     try await shop.filter {
///       let kinds = [shop.rowFilter(\.kind == .tea), shop.rowFilter(\.kind == .fruit)]
///       try $0.add(kinds, to: "kind", .or)
///     }
public enum RefinementOperator: String, Sendable, CaseIterable, Codable {
  /// All of them must hold.
  case and
  /// At least one of them must hold.
  case or
}
