/// Following shared rows without putting all rows of a new query in order.
///
/// The first commit after a query would put all rows of its listing in order, which takes long for
/// many rows, and memory for as long as the list has the query. A list whose query changes often
/// needs only its first rows, and the shared results have them: searches, filters and orders catch
/// up with the touched rows.
///
/// ```
///  before   [a b c d e f g h] … ……………………    the first rows, and the rows beyond them
///             └window┘
///  after    [a c d e f g x h] … ……………………    without b, and with x
/// ```
///
/// Most commits only exchange some of the first rows. When too few of them are left, they are
/// looked up again.
///
/// Places among the first rows are exact. A touched row beyond them has some place beyond them: no
/// window depends on which.
extension ListEngine {
  /// The number of times in a row that the first rows are looked up; a list that keeps its query
  /// longer puts its rows in order, and then applies each commit in little time.
  private static var maxLookUps: Int { 8 }
  /// The maximum number of touched rows.
  private static var maxTouched: Int { 64 }
  /// The maximum number of sections.
  private static var maxSections: Int { 4096 }

  /// Whether to merge steps before the list follows them: each one would be looked up.
  package var prefersOneStep: Bool { lookUps < Self.maxLookUps && listing.isExpensiveToApply }

  /// Follows a step with the first rows only.
  ///
  /// - Returns: The changes of the visible rows; nil, without a change of the list, if the listing
  ///   has to be updated itself.
  /// - Complexity: O(n / 64) for n rows; O(matching rows) with sections if they are looked up
  mutating func followLookingUp(_ rows: [TableStep.Row], _ step: TableStep) -> ApplyOutcome<RowID>?
  {
    guard let shared = results.shared, step.compaction == nil, lookUps < Self.maxLookUps,
      rows.count <= Self.maxTouched, !isScored, plan?.allowsTypos != true,
      listing.isExpensiveToApply, let needed = leadingRows(touching: rows.count),
      var cache = shared.borrow(current: step.table.version)
    else { return nil }
    defer { shared.giveBack(cache) }
    guard
      let (after, isLookedUp) = listingAfter(rows, step, needed, &cache),
      let (rows, sections) = transitions(rows, step, after)
    else { return nil }
    (listing, table) = (after, step.table)
    if isLookedUp { lookUps += 1 }
    let changes = complete(
      ListedCommit(rows: rows, sections: sections, isEmpty: rows.isEmpty))
    return ApplyOutcome(
      revision: revision, changes: changes.rows.map(VisibleChanges<RowID>.changes), inserted: [],
      selection: changes.selection)
  }

  /// Returns how many first rows decide what the windows show after so many rows were touched; nil
  /// if not only first rows do.
  private func leadingRows(touching count: Int) -> Int? {
    guard let leading = leadingRows(of: query), windows.count == listing.shown.count,
      windows.values.allSatisfy({ $0.options?.pin != .end })
    else { return nil }
    let visible = windows.values.reduce(leading) { max($0, $1.range.upperBound) }
    let needed = visible + 2 * count + 2
    return needed <= Sizes.firstRows ? needed : nil
  }

  /// Returns the listing after a step, and whether it was looked up; nil if a search means
  /// something else then, or if sections have other codes.
  private func listingAfter(
    _ rows: [TableStep.Row], _ step: TableStep, _ needed: Int, _ cache: inout ResultCache
  ) -> (Listing, isLookedUp: Bool)? {
    if let undecidedPlan {
      let decided = try? cache.resolved(
        undecidedPlan, of: step.table, workers: workers, isCancelled: { false })
      if decided != plan { return nil }
    }
    let sort = query.distinctSort
    guard sort.isEmpty && step.table.isInOrder || cache.orders.contains(where: { $0.key == sort })
    else { return nil }
    let key = ListingKey(plan: plan, filters: filters.parts(), sort: sort, sections: query.sections)
    if let kept = cache.listings.last(where: { $0.key == key && $0.begins(with: needed) }) {
      return isContinued(by: kept.listing) ? (kept.listing, false) : nil
    }
    if let advanced = advanced(rows, step, &cache), advanced.first >= needed {
      cache.keep(advanced.listing, key, first: advanced.first)
      return (advanced.listing, false)
    }
    // Some more than are needed, for the steps to come; in a multiple of 16, so that lists with
    // other windows find the same listing.
    let first = min((needed + 31) & ~15, Sizes.firstRows)
    guard
      let after = try? cache.listing(
        query, filters, plan, first: first, table: step.table, workers: workers,
        isCancelled: { false }),
      isContinued(by: after)
    else { return nil }
    return (after, true)
  }

  /// Returns whether a later listing knows its members, and has the sections of this one with the
  /// same codes.
  private func isContinued(by after: Listing) -> Bool {
    after.unfinished?.knowsMembers != false && isContinued(by: after.arrangement.sectioning)
  }

  private func isContinued(by sectioning: Sectioning?) -> Bool {
    switch (listing.arrangement.sectioning, sectioning) {
    case (nil, nil): true
    case (let before?, let now?): before.count <= Self.maxSections && now.continues(before)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Returns the listing after a step with the first rows that stay; nil if they do not decide it.
  private func advanced(
    _ rows: [TableStep.Row], _ step: TableStep, _ cache: inout ResultCache
  ) -> ListingMaker.Advanced? {
    let table = step.table
    guard table.store == nil, listing.unfinished != nil else { return nil }
    var arrangement = ListingOrder(order: RowOrder(query.distinctSort, table: table))
    arrangement.sectioning = query.sections.flatMap {
      try? cache.sectioning($0, of: table, isCancelled: { false })
    }
    if !isContinued(by: arrangement.sectioning) { return nil }
    var members = listing.set
    members.grow(to: table.slots)
    let touched = Set(rows.flatMap { [$0.before, $0.after] }.compactMap(\.self))
    for slot in touched {
      members[slot] =
        table.rows[slot] && filters.hold(for: slot, in: table)
        && plan?.matches(slot, in: table) != false
    }
    let isInOrder = query.distinctSort.isEmpty && table.isInOrder
    let maker = ListingMaker(
      table: table, members: members, arrangement: arrangement,
      sorted: isInOrder ? nil : cache.deferredOrder(query.distinctSort, of: table), plan: nil,
      workers: workers)
    return maker.advance(listing, touching: touched)
  }

  /// Returns what a step does to rows and sections; nil if a place that matters is not known.
  private func transitions(
    _ rows: [TableStep.Row], _ step: TableStep, _ after: Listing
  ) -> (rows: [RowTransition], sections: [SectionTransition])? {
    let (transaction, slots) = Transaction.step(rows, from: table, to: step.table)
    var found: [RowTransition] = []
    var (placesBefore, placesAfter) = (LeadingPlaces(listing), LeadingPlaces(after))
    for (change, slot) in zip(transaction.changes, slots) {
      var row = transition(change)
      row.after = slot
      row.from = row.before.flatMap { placesBefore.spot(of: $0, in: table) }
      row.to = slot.flatMap { placesAfter.spot(of: $0, in: step.table) }
      found.append(row)
    }
    let margin = 2 * found.count + 2
    for code in Set(found.flatMap { [$0.from?.section, $0.to?.section] }.compactMap(\.self)) {
      guard let end = windows[code]?.range.upperBound else { continue }
      if !placesBefore.includes(end, of: code) || !placesAfter.includes(end + margin, of: code) {
        return nil
      }
    }
    return (found, Listing.sections(from: listing, to: after, found))
  }
}

extension Listing {
  /// Whether applying a commit would first put many rows in order.
  fileprivate var isExpensiveToApply: Bool {
    if count <= Sizes.fewRows { return false }
    if let unfinished { return unfinished.knowsMembers }
    return !tree.isIndexed
  }
}

/// The places of rows in a listing, as far as they are known before all rows are in order.
private struct LeadingPlaces {
  private let listing: Listing
  /// The next place, by section, for a row beyond the first ones.
  private var beyond: [UInt32: Int] = [:]

  init(_ listing: Listing) {
    // Another list may have put all rows in order.
    self.listing = listing.unfinished?.finished ?? listing
  }

  /// Returns the section and the place of a row: the exact one if it is among the first rows of its
  /// section, otherwise one beyond them that no other row has; nil if the row is not listed.
  mutating func spot(of slot: UInt32, in table: RowTable) -> RowTransition.Spot? {
    if Int(slot) >= listing.set.universe || !listing.set.contains(slot) { return nil }
    let section = listing.arrangement.section(of: slot)
    let start = listing.start(of: section)
    guard let unfinished = listing.unfinished else {
      return listing.position(of: slot, in: table).map {
        .init(section: section, index: $0 - start)
      }
    }
    if let index = unfinished.leading(from: start, listing.counts[Int(section)]).firstIndex(
      of: slot)
    {
      return .init(section: section, index: index)
    }
    let index = beyond[section] ?? listing.counts[Int(section)] - 1
    beyond[section] = index - 1
    return .init(section: section, index: index)
  }

  /// Whether the first rows of a section include those up to a place, or all of them.
  func includes(_ end: Int, of section: UInt32) -> Bool {
    guard let unfinished = listing.unfinished, Int(section) < listing.counts.count else {
      return true
    }
    let count = listing.counts[Int(section)]
    return unfinished.leading(from: listing.start(of: section), count).count >= min(end, count)
  }
}

extension UnfinishedListing {
  /// Returns the rows in order from the start of a section with so many rows; empty if its first
  /// row is not in order yet.
  fileprivate func leading(from start: Int, _ count: Int) -> [UInt32] {
    let index = heads.indices.partitionPoint { heads[$0].start < start }
    guard index < heads.count, heads[index].start == start else { return [] }
    return Array(heads[index].slots.prefix(count))
  }
}
