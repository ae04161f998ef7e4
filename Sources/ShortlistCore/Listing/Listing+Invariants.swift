extension Listing {
  /// Checks the invariants of the listing of a table, if tests ask for it.
  func checkInvariants(_ table: RowTable) {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked || unfinished != nil { return }
      tree.checkInvariants(ArrangedRows(arrangement, of: table))
      shown.checkInvariants(SectionOrder(labels: arrangement.sectioning?.labels ?? [0]))
      let slots = tree.slots
      precondition(
        slots.count == members.count, "\(slots.count) rows are listed, not \(members.count)")
      precondition(slots.allSatisfy { members[$0] }, "a row is listed that is no member")
      precondition(slots.allSatisfy { table.rows[$0] }, "a row is listed that is not there")
      var found = [Int](repeating: 0, count: counts.count)
      for slot in slots { found[Int(arrangement.section(of: slot))] += 1 }
      precondition(found == counts, "the sections have \(found) rows, not \(counts)")
      precondition(
        shown.slots == (arrangement.sectioning?.order ?? [0]).filter(isShown),
        "the sections \(shown.slots) are shown")
    #endif
  }
}
