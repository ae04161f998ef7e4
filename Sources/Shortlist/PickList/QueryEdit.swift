import ShortlistCore

/// The difference between two queries: the parts that are set.
///
/// Applying it leaves the other parts alone, so concurrent changes to those survive.
package struct QueryEdit: Sendable {
  private var search: String?
  private var match: MatchKind?
  private var prefersShort: Bool?
  private var attributes: [String]??
  private var filters: String?
  private var groups: (old: FilterGroups, new: FilterGroups)?
  private var sort: [SortKey]?
  private var sections: SectionRule??

  /// Creates an edit that changes nothing.
  init() {}

  /// Creates the edit that turns one query into another.
  init(from old: ListQuery, to new: ListQuery) {
    if old.search != new.search { search = new.search }
    if old.match != new.match { match = new.match }
    if old.prefersShort != new.prefersShort { prefersShort = new.prefersShort }
    if old.attributes != new.attributes { attributes = .some(new.attributes) }
    if old.filters != new.filters { filters = new.filters }
    if old.groups != new.groups { groups = (old.groups, new.groups) }
    if old.sort != new.sort { sort = new.sort }
    if old.sections != new.sections { sections = .some(new.sections) }
  }

  /// Applies the edit to a query.
  package func apply(to query: inout ListQuery) {
    query.search = search ?? query.search
    query.match = match ?? query.match
    query.prefersShort = prefersShort ?? query.prefersShort
    query.attributes = attributes ?? query.attributes
    query.filters = filters ?? query.filters
    query.groups = groups?.new ?? query.groups
    query.sort = sort ?? query.sort
    query.sections = sections ?? query.sections
  }

  /// Returns this edit merged with a later one.
  func followed(by next: Self) -> Self {
    var both = self
    both.search = next.search ?? search
    both.match = next.match ?? match
    both.prefersShort = next.prefersShort ?? prefersShort
    both.attributes = next.attributes ?? attributes
    both.filters = next.filters ?? filters
    if let later = next.groups { both.groups = (groups?.old ?? later.old, later.new) }
    both.sort = next.sort ?? sort
    both.sections = next.sections ?? sections
    return both
  }

  /// Whether a later edit undoes a part of this one.
  ///
  /// Filters of groups are compared one by one: a later edit that adds another filter keeps this
  /// one.
  func isOverwritten(by next: Self) -> Bool {
    search != nil && next.search != nil || match != nil && next.match != nil
      || prefersShort != nil && next.prefersShort != nil
      || attributes != nil && next.attributes != nil || filters != nil && next.filters != nil
      || sort != nil && next.sort != nil || sections != nil && next.sections != nil
      || areGroupsOverwritten(by: next)
  }

  private func areGroupsOverwritten(by next: Self) -> Bool {
    guard let groups, let last = next.groups?.new.members else { return false }
    let (old, new) = (groups.old.members, groups.new.members)
    return !new.subtracting(old).isSubset(of: last) || !old.subtracting(new).isDisjoint(with: last)
  }
}

extension FilterGroups {
  fileprivate var members: Set<Member> {
    Set(groups.flatMap { group in group.filters.map { Member($0, in: group.name) } })
  }
}
