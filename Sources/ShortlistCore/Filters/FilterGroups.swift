/// The filters of the controls around a list, in named groups.
///
/// The operator of a group combines its filters. Groups are combined by AND with each other and
/// with the filter text of the query. Adding the first filter creates a group, and removing the
/// last one removes it. A group contains a filter at most once.
///
///     var groups = FilterGroups()
///     try groups.add([.equals("kind", .text("fruit"))], to: "kind", .or)
///     try groups.toggle([.inRange("price", .integer(1), nil)], in: "price")
///     groups.description  // ("kind":"fruit") AND ("price":1..)
public struct FilterGroups: Hashable, Sendable {
  /// Filters that one operator combines.
  public struct Group: Hashable, Sendable {
    /// The unique name.
    public let name: String
    /// How the filters are combined.
    public let `operator`: RefinementOperator
    /// The filters, in the order in which they were added.
    public fileprivate(set) var filters: [Filter]

    /// Whether two groups are equal; names compare by code points.
    public static func == (a: Self, b: Self) -> Bool {
      BinaryString(a.name) == BinaryString(b.name) && a.operator == b.operator
        && a.filters == b.filters
    }
  }

  /// A filter and the name of its group.
  ///
  ///     let price = FilterGroups.Member(shop.rowFilter(\.price < 20), in: "price")
  ///     let request = shop.numberRequest(\.price, without: [price])
  public struct Member: Hashable, Sendable {
    /// The name of the group.
    public var group: String
    /// The filter.
    public var filter: Filter

    /// Creates a member.
    public init(_ filter: Filter, in group: String) {
      self.group = group
      self.filter = filter
    }

    /// Whether two members are equal; names compare by code points.
    public static func == (a: Self, b: Self) -> Bool {
      BinaryString(a.group) == BinaryString(b.group) && a.filter == b.filter
    }
  }

  /// The error for an existing group that has the other operator.
  ///
  ///     var groups = FilterGroups()
  ///     try groups.add([shop.rowFilter(\.kind == .tea)], to: "kind", .or)
  ///     try groups.add([shop.rowFilter(\.price < 20)], to: "kind", .and)  // throws it
  public struct OperatorMismatchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the group.
    public var group: String
    /// The operator of the existing group.
    public var `operator`: RefinementOperator

    /// A one-line message.
    public var description: String { "the group \(group) has the operator \(`operator`.rawValue)" }
  }

  /// The groups, in the order of their creation; none is empty.
  public private(set) var groups: [Group] = []

  /// Creates groups without filters.
  public init() {}

  /// Whether there are no filters.
  public var isEmpty: Bool { groups.isEmpty }

  /// All groups combined into one filter; nil if there are none.
  public var filter: Filter? {
    let parts = groups.map { $0.operator == .and ? Filter.all($0.filters) : .any($0.filters) }
    return parts.isEmpty ? nil : .all(parts)
  }

  /// Returns the group with a name; nil if there is none.
  ///
  /// Names compare by code points.
  ///
  /// - Complexity: O(groups)
  public subscript(name: String) -> Group? { index(of: name).map { groups[$0] } }

  /// Whether a group contains a filter.
  ///
  /// - Complexity: O(groups), and filters of the group
  public func contains(_ filter: Filter, in name: String) -> Bool {
    self[name]?.filters.contains(filter) ?? false
  }

  // MARK: Changing

  /// Adds a standalone filter; does nothing if it is already there.
  ///
  ///     var groups = FilterGroups()
  ///     groups.add(.range("price", 10...20))
  ///
  /// The filter gets a group of its own, named by the text of the filter.
  ///
  /// - Complexity: O(filters)
  public mutating func add(_ filter: Filter) {
    var name = filter.description
    while let group = self[name] {
      if group.filters == [filter] { return }
      // Another group has the name.
      name += "'"
    }
    groups.append(Group(name: name, operator: .and, filters: [filter]))
  }

  /// Removes a standalone filter; does nothing if there is none.
  ///
  /// - Complexity: O(filters)
  public mutating func remove(_ filter: Filter) {
    let name = filter.description
    groups.removeAll { group in
      group.filters == [filter] && group.name.hasPrefix(name)
        && group.name.dropFirst(name.count).allSatisfy { $0 == "'" }
    }
  }

  /// Adds filters to a group; those already in it keep their positions.
  ///
  /// - Throws: `OperatorMismatchError`; the groups do not change then.
  /// - Complexity: O(filters)
  public mutating func add(
    _ filters: [Filter], to name: String, _ operator: RefinementOperator = .and
  ) throws(OperatorMismatchError) {
    try edit(name, `operator`) { group in
      var known = Set(group)
      for filter in filters where known.insert(filter).inserted { group.append(filter) }
    }
  }

  /// Removes filters from a group; filters that are not in it are ignored.
  ///
  /// - Throws: `OperatorMismatchError`; the groups do not change then.
  /// - Complexity: O(filters)
  public mutating func remove(
    _ filters: [Filter], from name: String, _ operator: RefinementOperator = .and
  ) throws(OperatorMismatchError) {
    let filters = Set(filters)
    try edit(name, `operator`) { group in group.removeAll { filters.contains($0) } }
  }

  /// Adds the filters that are not in a group, and removes those that are.
  ///
  /// - Throws: `OperatorMismatchError`; the groups do not change then.
  /// - Complexity: O(filters)
  public mutating func toggle(
    _ filters: [Filter], in name: String, _ operator: RefinementOperator = .and
  ) throws(OperatorMismatchError) {
    try edit(name, `operator`) { group in
      let toggled = Set(filters)
      var known = Set(group)
      group.removeAll { toggled.contains($0) }
      for filter in filters where known.insert(filter).inserted { group.append(filter) }
    }
  }

  /// Removes groups.
  ///
  /// - Parameters:
  ///   - names: The groups to remove, all if nil; unknown names are ignored.
  ///   - exceptions: The groups to keep in any case.
  /// - Complexity: O(groups), on average
  public mutating func clear(_ names: [String]? = nil, except exceptions: [String] = []) {
    let names = names.map { Set($0.map(BinaryString.init)) }
    let exceptions = Set(exceptions.map(BinaryString.init))
    groups.removeAll { group in
      let name = BinaryString(group.name)
      return names?.contains(name) != false && !exceptions.contains(name)
    }
  }

  /// Replaces a control's previous filter with a new one.
  ///
  /// - Parameters:
  ///   - old: The filter to remove, if the group contains it.
  ///   - new: The filter to add at the end of the group, unless the group already contains it.
  ///   - name: The name of the group, which keeps its position.
  ///   - operator: The operator of the group.
  /// - Throws: `OperatorMismatchError` if there is a filter to add; the groups do not change then.
  /// - Complexity: O(filters)
  public mutating func replace(
    _ old: Filter?, with new: Filter?, in name: String, _ operator: RefinementOperator = .and
  ) throws(OperatorMismatchError) {
    guard new != nil || self[name]?.operator == `operator` else { return }
    try edit(name, `operator`) { filters in
      filters.removeAll { $0 == old }
      if let new, !filters.contains(new) { filters.append(new) }
    }
  }

  private func index(of name: String) -> Int? {
    groups.firstIndex { BinaryString($0.name) == BinaryString(name) }
  }

  /// Changes the filters of a group.
  private mutating func edit(
    _ name: String, _ operator: RefinementOperator, _ change: (inout [Filter]) -> Void
  ) throws(OperatorMismatchError) {
    let index = index(of: name)
    if let index, groups[index].operator != `operator` {
      throw OperatorMismatchError(group: name, operator: groups[index].operator)
    }
    var group = index.map { groups[$0].filters } ?? []
    change(&group)
    switch index {
    case let index? where group.isEmpty: groups.remove(at: index)
    case let index?: groups[index].filters = group
    case nil where group.isEmpty: break
    case nil: groups.append(Group(name: name, operator: `operator`, filters: group))
    }
  }
}

extension FilterGroups: CustomStringConvertible {
  /// The groups as filter text that parses back to the same meaning; empty without filters.
  public var description: String {
    groups.map { group in
      (group.operator == .and ? Filter.all(group.filters) : .any(group.filters)).description
    }.joined(separator: " AND ")
  }
}
