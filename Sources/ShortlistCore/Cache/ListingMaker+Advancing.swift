extension ListingMaker {
  /// An unfinished listing that was advanced, and the number of leading rows, of each section, that
  /// are in order.
  struct Advanced {
    let listing: Listing
    let first: Int
  }

  /// Makes the listing that follows an unfinished one after a few rows were touched, from the
  /// leading rows that stay.
  ///
  /// ```
  ///  before   a b c d e f g h │ …    c, f and an unlisted row x are touched
  ///  staying  a b d e g h     │ …    no other row comes before h
  ///  after    a b d x e g h   │ …    x sorts before h; c and f left, or are behind h
  /// ```
  ///
  /// - Parameters:
  ///   - listing: The listing before, in which sections have the same codes.
  ///   - touched: The slots, before and after, of the rows that were inserted, changed or deleted.
  /// - Returns: The listing; nil if the leading rows do not decide it.
  /// - Precondition: `members` and `arrangement` are those after, without scores.
  /// - Complexity: O(leading rows + sections · log sections), plus O(log(leading rows)) comparisons
  ///   for each touched row
  func advance(_ listing: Listing, touching touched: Set<UInt32>) -> Advanced? {
    guard let unfinished = listing.unfinished, unfinished.knowsMembers else { return nil }
    let heads = Dictionary(
      unfinished.heads.compactMap { head in
        head.slots.first.map { (listing.arrangement.section(of: $0), head.slots) }
      }
    ) { first, _ in first }
    var counts = listing.counts
    counts += Array(
      repeating: 0, count: max(0, (arrangement.sectioning?.count ?? 1) - counts.count))
    var coming: [UInt32: [UInt32]] = [:]
    for slot in touched {
      if Int(slot) < listing.set.universe && listing.set.contains(slot) {
        counts[Int(listing.arrangement.section(of: slot))] -= 1
      }
      if members.contains(slot) {
        counts[Int(arrangement.section(of: slot))] += 1
        coming[arrangement.section(of: slot), default: []].append(slot)
      }
    }
    let codes = arrangement.sectioning?.order ?? [0]
    var starts = [Int](repeating: 0, count: counts.count)
    var (total, first) = (0, Int.max)
    var after: [UnfinishedListing.Head] = []
    for code in codes {
      starts[Int(code)] = total
      let count = counts[Int(code)]
      if count == 0 { continue }
      let coming = coming[code] ?? []
      let before = heads[code] ?? []
      let wasWhole =
        before.count == (Int(code) < listing.counts.count ? listing.counts[Int(code)] : 0)
      let slots = merged(before.filter { !touched.contains($0) }, coming, isWhole: wasWhole)
        .prefix(Sizes.firstRows)
      if slots.isEmpty { return nil }
      if slots.count < count { first = min(first, slots.count) }
      after.append(.init(start: total, slots: Array(slots)))
      total += count
    }
    let shown = codes.filter { counts[Int($0)] > 0 || arrangement.sectioning?.isKept($0) != false }
    return Advanced(
      listing: Listing(
        members, arrangement, shown: SlotTree(shown), counts: counts,
        UnfinishedListing(
          after, count: total, starts: arrangement.sectioning == nil ? [] : starts,
          knowsMembers: true, finish: finishing)),
      first: first)
  }

  /// Merges the coming rows of a section that are among its leading rows into these.
  ///
  /// - Parameters:
  ///   - staying: The leading rows that were not touched, in order.
  ///   - coming: The touched rows that are in the section now.
  ///   - isWhole: Whether the section has no other rows.
  /// - Returns: The leading rows, in order.
  private func merged(_ staying: [UInt32], _ coming: [UInt32], isWhole: Bool) -> [UInt32] {
    var slots = staying
    for slot in coming {
      let place = slots.indices.partitionPoint {
        arrangement.order.isBefore(slots[$0], slot, in: table.columns)
      }
      // Behind the last of the leading rows, rows that are not known may come before it.
      if place < slots.count || isWhole { slots.insert(slot, at: place) }
    }
    return slots
  }
}
