/// Sorts the rows of a query.
struct ListingMaker: Sendable {
  let table: RowTable
  let members: RowSet
  let arrangement: ListingOrder
  /// All rows of the table in sort order; nil for source order.
  let sorted: Deferred<SlotTree>?
  /// The search if its scores decide the order; otherwise nil.
  let plan: SearchPlan?
  let workers: Workers
  /// The ranking if words may have typos.
  var typos: TypoRanking?

  /// Returns a listing with its leading rows sorted, which sorts the others on demand.
  ///
  /// - Parameters:
  ///   - visible: How many rows of each section are visible; 0 if all are.
  ///   - least: The least number of leading rows.
  ///   - isCancelled: Called every few rows.
  /// - Returns: The listing.
  /// - Throws: `CancellationError` if the search was cancelled.
  func begin(
    _ visible: Int, least: Int, _ isCancelled: @Sendable () -> Bool
  ) throws -> Listing {
    let leading = LeadingRows(self, isCancelled)
    guard let sectioning = arrangement.sectioning else {
      let first = try leading.first(max(visible, least), among: members, isCancelled)
      return Listing(members, arrangement, first: first, finish: finishing)
    }
    let sections = SectionedRows(members, sectioning, table: table, workers: workers)
    if isCancelled() { throw CancellationError() }
    let heads = try sections.heads(
      visible == 0 ? least : visible, least: least, leading, isCancelled)
    return Listing(
      members, arrangement, shown: SlotTree(sections.shown), counts: sections.counts,
      UnfinishedListing(
        heads, count: sections.total, starts: sections.starts, knowsMembers: true,
        finish: finishing))
  }

  /// Makes the listing with all rows sorted, when it is needed.
  var finishing: @Sendable () -> Listing {
    {
      guard let listing = try? self.finish({ false }) else {
        preconditionFailure("Only cancellation can fail, and nothing cancels this.")
      }
      return listing
    }
  }

  /// Returns a listing with all rows sorted.
  func finish(_ isCancelled: @Sendable () -> Bool) throws -> Listing {
    var arrangement = arrangement
    if let plan {
      let ranking =
        typos == nil
        ? FuzzyRanking(plan, of: table, workers: workers, isCancelled: isCancelled) : nil
      let chunks = workers.map(table.chunks) { chunk -> [UInt32] in
        if isCancelled() { return [] }
        return typos?.scores(in: chunk, among: members, of: table, isCancelled: isCancelled)
          ?? ranking?.scores(in: chunk, among: members, isCancelled: isCancelled) ?? []
      }
      if isCancelled() { throw CancellationError() }
      arrangement.scores = Array(chunks.joined())
    }
    return Listing(members, arrangement, sorted: sorted?.value)
  }
}

/// The first rows of sets, without the order of the others.
private struct LeadingRows {
  private let maker: ListingMaker
  private let ranking: FuzzyRanking?

  init(_ maker: ListingMaker, _ isCancelled: @Sendable () -> Bool) {
    self.maker = maker
    ranking =
      maker.typos != nil
      ? nil
      : maker.plan.map {
        FuzzyRanking($0, of: maker.table, workers: maker.workers, isCancelled: isCancelled)
      }
  }

  /// Returns the first `count` rows of a set, regardless of sections.
  func first(
    _ count: Int, among rows: RowSet, _ isCancelled: @Sendable () -> Bool
  ) throws -> [UInt32] {
    let (order, table, workers) = (maker.arrangement.order, maker.table, maker.workers)
    if let typos = maker.typos {
      return try typos.best(
        count, among: rows, order: order, of: table, workers: workers, isCancelled: isCancelled)
    }
    if let ranking {
      return try ranking.best(
        count, among: rows, order: order, of: table, workers: workers, isCancelled: isCancelled)
    }
    return maker.sorted?.value.firstMembers(of: rows, count) ?? rows.first(count)
  }

  /// Returns the leading rows of all sections, found in one pass; nil if they are too many, or if
  /// scores decide the order.
  func heads(of sections: SectionedRows, _ visible: Int) -> [UnfinishedListing.Head]? {
    var missing = sections.shown.reduce(0) { $0 + min(sections.counts[Int($1)], visible) }
    guard maker.plan == nil, visible > 0, missing <= Sizes.firstRows else { return nil }
    var heads = [[UInt32]](repeating: [], count: sections.counts.count)
    func add(_ slots: some Sequence<UInt32>) {
      let codes = sections.sectioning.codes.span
      for slot in slots where sections.rows.contains(slot) {
        let code = Int(codes[Int(slot)])
        if heads[code].count == visible { continue }
        heads[code].append(slot)
        missing -= 1
        if missing == 0 { return }
      }
    }
    if let sorted = maker.sorted?.value {
      for leaf in sorted.blocks.lazy.flatMap(\.leaves) where missing > 0 { add(leaf) }
    } else {
      for chunk in 0..<maker.table.chunks where missing > 0 { add(sections.rows.slots(in: chunk)) }
    }
    return sections.shown.compactMap { code in
      let slots = heads[Int(code)]
      return slots.isEmpty ? nil : .init(start: sections.starts[Int(code)], slots: slots)
    }
  }
}

/// How the rows of a set are divided into sections.
private struct SectionedRows {
  let rows: RowSet
  let sectioning: Sectioning
  private let table: RowTable
  private let workers: Workers
  /// The number of rows of each section, by code.
  let counts: [Int]
  /// The codes of the shown sections, in order.
  let shown: [UInt32]
  /// The position of the first row of each section, or where it would be, by code.
  let starts: [Int]
  /// The number of rows.
  let total: Int

  /// Counts the rows of each section.
  ///
  /// - Complexity: O(rows + sections)
  init(_ rows: RowSet, _ sectioning: Sectioning, table: RowTable, workers: Workers) {
    (self.rows, self.sectioning) = (rows, sectioning)
    (self.table, self.workers) = (table, workers)
    var counts = [Int](repeating: 0, count: sectioning.count)
    let codes = sectioning.codes
    rows.forEach { counts[Int(codes[Int($0)])] += 1 }
    var starts = [Int](repeating: 0, count: sectioning.count)
    var total = 0
    for code in sectioning.order {
      starts[Int(code)] = total
      total += counts[Int(code)]
    }
    (self.counts, self.starts, self.total) = (counts, starts, total)
    shown = sectioning.order.filter { counts[Int($0)] > 0 || sectioning.isKept($0) }
  }

  /// Returns the leading rows of the first sections.
  ///
  /// - Parameters:
  ///   - visible: The number of rows of each section.
  ///   - least: The least number of rows of all sections.
  ///   - leading: Finds the first rows of a set.
  ///   - isCancelled: Called every few rows.
  /// - Returns: The rows by position, in order within each section.
  /// - Throws: `CancellationError` if the search was cancelled.
  func heads(
    _ visible: Int, least: Int, _ leading: LeadingRows, _ isCancelled: @Sendable () -> Bool
  ) throws -> [UnfinishedListing.Head] {
    if let heads = leading.heads(of: self, visible) { return heads }
    var taken = 0
    // Small sections are sorted together, each larger one by itself.
    var (small, large): ([UInt32], [UInt32]) = ([], [])
    for code in shown where counts[Int(code)] > 0 {
      if taken >= least { break }
      taken += min(counts[Int(code)], visible)
      if counts[Int(code)] <= visible { small.append(code) } else { large.append(code) }
    }
    var heads: [UnfinishedListing.Head] = []
    if !small.isEmpty {
      let first = try leading.first(taken, among: members(of: small), isCancelled)
      let bySection = Dictionary(grouping: first) { sectioning.codes[Int($0)] }
      for (code, slots) in bySection {
        heads.append(.init(start: starts[Int(code)], slots: slots))
      }
    }
    for code in large {
      let first = try leading.first(visible, among: members(of: [code]), isCancelled)
      heads.append(.init(start: starts[Int(code)], slots: first))
    }
    return heads.sorted { $0.start < $1.start }
  }

  /// Returns the rows of sections.
  private func members(of sections: [UInt32]) -> RowSet {
    var isShown = [Bool](repeating: false, count: sectioning.count)
    for code in sections { isShown[Int(code)] = true }
    let (visible, codes, rows) = (isShown, sectioning.codes, rows)
    let chunks = workers.map(table.chunks) { chunk in
      var words = Array(rows.chunk(chunk))
      let first = chunk << Chunk.shift
      for index in words.indices {
        var rest = words[index]
        while rest != 0 {
          let place = rest.trailingZeroBitCount
          rest &= rest - 1
          if visible[Int(codes[first + index << 6 + place])] { continue }
          words[index] &= ~(1 << UInt64(place))
        }
      }
      return words
    }
    return RowSet(universe: rows.universe, chunks: chunks)
  }
}
