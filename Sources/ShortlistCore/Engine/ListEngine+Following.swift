/// What a step of the shared rows does to a listing.
private struct FollowedListing: Sendable {
  var commit: ListedCommit
  var listing: Listing
  var plan: SearchPlan?
  /// The listing after the compaction of the table; nil if there was none.
  var compacted: Listing?
}

extension ListEngine {
  /// Follows a step of the rows that the list shares with others.
  ///
  /// The changes are those that the operations themselves would have made. Lists that show the same
  /// rows in the same order update one listing together.
  ///
  /// - Returns: The changes of the visible rows.
  /// - Precondition: The list has the table before the step.
  /// - Complexity: The same as for `apply(_:)`, without the change of the table; O(rows / 64) while
  ///   only the first rows of a new query are in order
  package mutating func follow(_ step: TableStep) -> ApplyOutcome<RowID> {
    guard case .rows(let rows) = step.difference else { return replaceRows(step) }
    if let outcome = followLookingUp(rows, step) { return outcome }
    let followed: FollowedListing
    if isKnownUniquelyReferenced(&listing.token) {
      followed = list(rows, step)
    } else {
      followed = step.once(listing.token) { [engine = self] in
        var engine = engine
        engine.listing.token = ListingToken()
        return engine.list(rows, step)
      }
    }
    (listing, plan, table) = (followed.listing, followed.plan, step.table)
    let changes = complete(followed.commit)
    if let compaction = step.compaction, let compacted = followed.compacted {
      (table, listing) = (compaction.table, compacted)
      selection.keep(compaction.slots)
    }
    shareListing()
    return ApplyOutcome(
      revision: revision, changes: changes.rows.map(VisibleChanges<RowID>.changes), inserted: [],
      selection: changes.selection)
  }

  /// Takes the listing of another list with the same query and rows, so that both store one.
  ///
  /// The two differ if one list has merged steps: then sections may have other codes.
  private mutating func shareListing() {
    let key = ListingKey(
      plan: plan, filters: filters.parts(), sort: query.distinctSort, sections: query.sections)
    let kept = results[table.version].kept(listing, key)
    if kept.token === listing.token { return }
    let placed = windows.compactMap { code, window in
      kept.section(named: listing.name(code)).map { ($0, window) }
    }
    windows = Dictionary(placed) { first, _ in first }
    selection.tally.forget()
    listing = kept
  }

  /// Brings the listing to the table after a step.
  private mutating func list(_ rows: [TableStep.Row], _ step: TableStep) -> FollowedListing {
    let (transaction, slots) = Transaction.step(rows, from: table, to: step.table)
    var transitions = transitions(of: transaction)
    table = step.table
    for (index, slot) in slots.enumerated() { transitions[index].after = slot }
    let commit = list(transitions, of: transaction)
    var compacted: Listing?
    if let compaction = step.compaction {
      compacted = listing
      compacted?.keep(compaction.slots)
      compacted?.checkInvariants(compaction.table)
    }
    return FollowedListing(commit: commit, listing: listing, plan: plan, compacted: compacted)
  }

  private mutating func replaceRows(_ step: TableStep) -> ApplyOutcome<RowID> {
    guard case .replacement(let replacement) = step.difference else {
      preconditionFailure("A step without rows replaces them.")
    }
    return rearrange(replacement, into: step.table, inserted: [])
  }
}
