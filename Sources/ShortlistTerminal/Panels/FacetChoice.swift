package import Shortlist

/// How the filters treat a value of an attribute.
package enum FacetChoice: Hashable, Sendable, CaseIterable {
  /// Shows rows with this value or any other included value.
  case included
  /// Hides rows with this value.
  case excluded
  /// Does not filter by this value.
  case neither

  /// The next choice in the cycle.
  var next: FacetChoice {
    switch self {
    case .neither: .included
    case .included: .excluded
    case .excluded: .neither
    }
  }
}

extension FilterGroups {
  /// The name of the group of included values, of which rows must have at least one.
  private static func included(_ attribute: String) -> String { attribute }

  /// The name of the group of excluded values, of which rows must have none.
  private static func excluded(_ attribute: String) -> String { "not \(attribute)" }

  /// Returns how the groups treat a value of an attribute.
  package func choice(of value: CellValue, _ attribute: String) -> FacetChoice {
    if included(attribute, as: value).isEmpty == false { return .included }
    return excluded(attribute, as: value).isEmpty ? .neither : .excluded
  }

  /// Returns the excluded values of an attribute.
  func excludedValues(of attribute: String) -> [CellValue] {
    (self[Self.excluded(attribute)]?.filters ?? []).compactMap { filter in
      guard case .not(.equals(_, let value)) = filter else { return nil }
      return value
    }
  }

  /// Changes the choice for a value.
  ///
  /// - Throws: `OperatorMismatchError` if a group has the name and the other operator; the groups
  ///   stay unchanged.
  package mutating func choose(
    _ choice: FacetChoice, of value: CellValue, _ attribute: String
  ) throws(OperatorMismatchError) {
    var changed = self
    let (included, excluded) = (Self.included(attribute), Self.excluded(attribute))
    let before = (self.included(attribute, as: value), self.excluded(attribute, as: value))
    if !before.0.isEmpty { try changed.remove(before.0, from: included, .or) }
    if !before.1.isEmpty { try changed.remove(before.1, from: excluded, .and) }
    switch choice {
    case .included: try changed.add([.equals(attribute, value)], to: included, .or)
    case .excluded: try changed.add([.not(.equals(attribute, value))], to: excluded, .and)
    case .neither: break
    }
    self = changed
  }

  private func included(_ attribute: String, as value: CellValue) -> [Filter] {
    (self[Self.included(attribute)]?.filters ?? []).filter { filter in
      if case .equals(_, let other) = filter { other.isSame(as: value) } else { false }
    }
  }

  private func excluded(_ attribute: String, as value: CellValue) -> [Filter] {
    (self[Self.excluded(attribute)]?.filters ?? []).filter { filter in
      if case .not(.equals(_, let other)) = filter { other.isSame(as: value) } else { false }
    }
  }
}

extension CellValue {
  /// Returns whether filters treat two values as equal: texts are compared folded.
  func isSame(as other: CellValue) -> Bool {
    if case .text(let text) = self, case .text(let second) = other {
      return Folding.fold(text) == Folding.fold(second)
    }
    return self == other
  }
}
