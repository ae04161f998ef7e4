/// The filters of a query, with operands converted for comparison under its schema.
struct QueryFilters: Sendable {
  /// A group of filters.
  private struct Group: Sendable {
    let name: String
    let `operator`: RefinementOperator
    /// The filters as given, and as checked against the schema.
    let filters: [(given: Filter, checked: Filter)]
  }

  /// The filter text as a list of filters that must all hold.
  private var text: [Filter] = []
  private var groups: [Group] = []

  /// Creates an empty set of filters.
  init() {}

  /// Checks and collects the filters of a query.
  ///
  /// - Throws: `InvalidRequestError` naming the attribute; `FilterError`.
  init(_ query: ListQuery, schema: ListSchema) throws {
    if let filter = try Filter(parsing: query.filters, schema: schema) {
      if case .all(let parts) = filter { text = parts } else { text = [filter] }
    }
    let count = query.groups.groups.reduce(0) { $0 + $1.filters.count }
    if count > Filter.maxTerms {
      throw InvalidRequestError(
        "filters: there are \(count), which are more than \(Filter.maxTerms)")
    }
    groups = try query.groups.groups.map { group in
      Group(
        name: group.name, operator: group.operator,
        filters: try group.filters.map { ($0, try $0.checked(against: schema)) })
    }
  }

  /// Returns the filters, which must all hold, leaving out some members of groups.
  func parts(without isLeftOut: (FilterGroups.Member) -> Bool = { _ in false }) -> [Filter] {
    text
      + groups.flatMap { group in
        let kept = group.filters.filter { !isLeftOut(.init($0.given, in: group.name)) }
          .map(\.checked)
        return group.operator == .and || kept.count < 2 ? kept : [.any(kept)]
      }
  }

  /// Returns the filters that apply when the values of an attribute are counted.
  ///
  /// They exclude the `or` groups that have a filter of the attribute.
  func parts(countingValuesOf attribute: String) -> [Filter] {
    let own = Set(disjunctiveGroups(of: attribute).map(BinaryString.init))
    return own.isEmpty ? parts() : parts { own.contains(BinaryString($0.group)) }
  }

  /// Whether an `or` group has a filter of an attribute.
  func isDisjunctive(_ attribute: String) -> Bool { !disjunctiveGroups(of: attribute).isEmpty }

  private func disjunctiveGroups(of attribute: String) -> [String] {
    groups.filter { group in
      group.operator == .or && group.filters.contains { $0.checked.hasAttribute(attribute) }
    }.map(\.name)
  }

  /// Returns the values of an attribute that groups select.
  func selectedValues(of attribute: String) -> [CellValue] {
    groups.flatMap(\.filters).compactMap { filter in
      guard case .equals(let name, let value) = filter.checked,
        BinaryString(name) == BinaryString(attribute)
      else { return nil }
      return value
    }
  }

  /// Whether all filters hold for a row.
  func hold(for slot: UInt32, in table: RowTable) -> Bool {
    text.allSatisfy { $0.holds(for: slot, in: table) }
      && groups.allSatisfy { group in
        group.operator == .and
          ? group.filters.allSatisfy { $0.checked.holds(for: slot, in: table) }
          : group.filters.contains { $0.checked.holds(for: slot, in: table) }
      }
  }

  /// Whether there are no filters.
  var isEmpty: Bool { text.isEmpty && groups.isEmpty }
}

extension Filter {
  /// The attributes that the filter tests, in order.
  package var attributes: [String] {
    switch self {
    case .all(let parts), .any(let parts): parts.flatMap(\.attributes)
    case .not(let part): part.attributes
    case .isNull(let name), .isNotNull(let name), .equals(let name, _), .contains(let name, _),
      .compares(let name, _, _), .inRange(let name, _, _):
      [name]
    }
  }

  /// Whether the filter tests the attribute.
  func hasAttribute(_ attribute: String) -> Bool {
    attributes.contains { BinaryString($0) == BinaryString(attribute) }
  }
}
