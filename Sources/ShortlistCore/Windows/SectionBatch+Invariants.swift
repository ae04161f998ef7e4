extension SectionBatch {
  /// Checks the invariants of the batch, if tests ask for it.
  func checkInvariants() {
    #if SHORTLIST_CHECKS
      if !Invariants.areChecked { return }
      precondition(
        countBefore - removed.count == countAfter - inserted.count,
        "\(removed.count) of \(countBefore) rows go and \(inserted.count) of \(countAfter) come")
      Self.check(removed, below: countBefore)
      Self.check(inserted, below: countAfter)
      Self.check(updated, below: countBefore)
      precondition(
        origins.count == inserted.count,
        "\(origins.count) origins for \(inserted.count) rows that come")
      let origins = origins.compactMap(\.self).sorted()
      Self.check(origins, below: countBefore)
      for origin in origins {
        precondition(removed.includes(origin), "the row at \(origin) comes, but did not go")
      }
      for position in updated where removed.includes(position) {
        precondition(origins.includes(position), "the row at \(position) is updated, but is gone")
      }
    #endif
  }

  #if SHORTLIST_CHECKS
    private static func check(_ positions: [Int], below count: Int) {
      for (a, b) in zip(positions, positions.dropFirst()) {
        precondition(a < b, "position \(b) comes after \(a)")
      }
      precondition(
        (positions.first ?? 0) >= 0 && (positions.last ?? -1) < count,
        "a position of \(positions) is not below \(count)")
    }
  #endif
}
