extension Listing {
  /// Checks, in debug builds, what every listing keeps to.
  func checkInvariants() {
    #if SHORTLIST_CHECKS
      precondition(
        slots.count == members.count, "\(slots.count) rows are listed, not \(members.count)")
      precondition(slots.allSatisfy { members[$0] }, "a row is listed that is no member")
      var start = 0
      for section in sections {
        precondition(
          section.start == start, "section \(section.name) begins at \(section.start), not \(start)"
        )
        start += section.count
      }
      precondition(start == slots.count, "the sections have \(start) rows, not \(slots.count)")
      for (before, after) in zip(slots, slots.dropFirst()) {
        precondition(
          arrangement.key(before) < arrangement.key(after), "row \(after) is listed after \(before)"
        )
      }
    #endif
  }
}
