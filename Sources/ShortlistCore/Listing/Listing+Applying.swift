extension Listing {
  /// Records where rows are listed, before anything about them changes.
  ///
  /// - Complexity: O(rows), plus O(n) once per listing
  mutating func findSpots(_ rows: inout [RowTransition], in table: RowTable) {
    finish()
    if !tree.isIndexed { tree.index(ArrangedRows(arrangement, of: table)) }
    if !shown.isIndexed { shown.index(SectionOrder(labels: labels)) }
    var starts = SectionStarts()
    let positions = tree.positions(of: rows.map { $0.before ?? UInt32.max })
    for index in rows.indices {
      guard let slot = rows[index].before, let position = positions[index] else { continue }
      let section = arrangement.section(of: slot)
      rows[index].from = .init(
        section: section, index: position - starts.start(of: section, in: self))
    }
  }

  /// Applies a commit: removes rows that no longer match, inserts rows that now match, and
  /// repositions rows whose place changed.
  ///
  /// Rebuilds the tree, with the same result, if the commit changes the places of more than a tenth
  /// of the rows.
  ///
  /// - Parameters:
  ///   - rows: What happened to each row. Input: where the row was listed before the commit.
  ///   - table: The table after the commit.
  ///   - matches: Whether a row is to be listed.
  ///   - score: The search score of a row; nil if rows have none.
  /// - Returns: What happened to each section that contains one of the rows before or after.
  /// - Complexity: O(d log n) for d rows
  mutating func apply(
    _ rows: inout [RowTransition], table: RowTable, matches: (UInt32) -> Bool,
    score: ((UInt32) -> UInt32)?
  ) -> [SectionTransition] {
    set.grow(to: table.slots)
    let relabellings = arrangement.sectioning?.relabellings
    for index in rows.indices { assign(&rows[index], table, matches, score) }
    if let sectioning = arrangement.sectioning, counts.count < sectioning.count {
      counts += Array(repeating: 0, count: sectioning.count - counts.count)
    }
    let order = ArrangedRows(arrangement, of: table)
    if arrangement.sectioning?.relabellings != relabellings {
      tree.setKeys(order)
      shown.setKeys(SectionOrder(labels: labels))
    }
    var sections = sectionsBefore(rows)
    let leaving = rows.compactMap { $0.stays || $0.from == nil ? nil : $0.before }
    let coming = rows.compactMap { $0.stays || $0.to == nil ? nil : $0.after }
    if leaving.count + coming.count > max(64, count / 10) {
      rebuild(leaving, coming, order)
    } else {
      for slot in leaving { tree.remove(slot, order) }
      tree.insert(coming, order)
    }
    for slot in leaving { set[slot] = false }
    for slot in coming { set[slot] = true }
    for row in rows {
      if let from = row.from { counts[Int(from.section)] -= 1 }
      if let to = row.to { counts[Int(to.section)] += 1 }
    }
    for index in sections.indices { updateShown(&sections[index]) }
    for index in sections.indices where sections[index].indexAfter != nil {
      sections[index].indexAfter = self.index(of: sections[index].section)
    }
    findSpotsAfter(&rows)
    fill(&sections, with: rows)
    checkInvariants(table)
    return sections
  }

  /// Recomputes the section and score of a row, and whether it is listed.
  private mutating func assign(
    _ row: inout RowTransition, _ table: RowTable, _ matches: (UInt32) -> Bool,
    _ score: ((UInt32) -> UInt32)?
  ) {
    guard let slot = row.after else { return }
    let points = score?(slot)
    if row.before == slot, let scores = arrangement.scores, scores[Int(slot)] != points {
      row.keepsKey = false
    }
    arrangement.assign(slot, score: points, in: table)
    if matches(slot) { row.to = .init(section: arrangement.section(of: slot), index: 0) }
  }

  /// Labels by section code; they ascend with the order of the sections.
  private var labels: [UInt64] { arrangement.sectioning?.labels ?? [0] }

  /// Returns the sections that rows leave or enter, as shown before the commit, ascending by code.
  private func sectionsBefore(_ rows: [RowTransition]) -> [SectionTransition] {
    var codes: [UInt32] = []
    for row in rows {
      if let from = row.from, codes.last != from.section { codes.append(from.section) }
      if let to = row.to, codes.last != to.section { codes.append(to.section) }
    }
    if codes.count > 1 { codes.sort() }
    var last: UInt32?
    return codes.compactMap { code in
      if code == last { return nil }
      last = code
      var section = SectionTransition(section: code)
      if isShown(code) { section.indexBefore = index(of: code) }
      section.batch.countBefore = counts[Int(code)]
      return section
    }
  }

  /// Adds a section whose count is final to the shown sections, or removes it from them.
  private mutating func updateShown(_ section: inout SectionTransition) {
    let code = section.section
    section.batch.countAfter = counts[Int(code)]
    let isShown = isShown(code)
    if isShown { section.indexAfter = 0 }
    let order = SectionOrder(labels: labels)
    if isShown && section.indexBefore == nil {
      shown.insert([code], order)
    } else if !isShown && section.indexBefore != nil {
      shown.remove(code, order)
    }
  }

  private func findSpotsAfter(_ rows: inout [RowTransition]) {
    var starts = SectionStarts()
    for index in rows.indices where !rows[index].stays {
      guard let slot = rows[index].after, let section = rows[index].to?.section,
        let position = tree.position(of: slot)
      else { continue }
      rows[index].to?.index = position - starts.start(of: section, in: self)
    }
  }

  /// Returns what a commit does to each section that contains one of its rows before or after.
  ///
  /// - Parameters:
  ///   - before: The listing before the commit.
  ///   - after: The listing after it, in which sections have the same codes.
  ///   - rows: What happened to each row, with its places in both listings.
  /// - Returns: The sections, ascending by code.
  static func sections(
    from before: Listing, to after: Listing, _ rows: [RowTransition]
  ) -> [SectionTransition] {
    let codes = Set(rows.flatMap { [$0.from?.section, $0.to?.section] }.compactMap(\.self))
    var sections = codes.sorted().map { code in
      var section = SectionTransition(section: code)
      if Int(code) < before.counts.count {
        if before.isShown(code) { section.indexBefore = before.index(of: code) }
        section.batch.countBefore = before.counts[Int(code)]
      }
      if after.isShown(code) { section.indexAfter = after.index(of: code) }
      section.batch.countAfter = after.counts[Int(code)]
      return section
    }
    after.fill(&sections, with: rows)
    return sections
  }

  /// Fills in the batch of each section.
  private func fill(_ sections: inout [SectionTransition], with rows: [RowTransition]) {
    for (index, row) in rows.enumerated() {
      if let from = row.from {
        let place = sections.place(of: from.section)
        if !row.stays { sections[place].removed.append(index) }
        if row.isChanged && row.to?.section == from.section {
          sections[place].batch.updated.append(from.index)
        }
      }
      if !row.stays, let to = row.to {
        sections[sections.place(of: to.section)].inserted.append(index)
      }
    }
    for place in sections.indices {
      // Most commits change one row, for which sorting takes longer than all else here.
      if rows.count > 1 {
        sections[place].batch.updated.sort()
        sections[place].removed.sort { Self.isBelow(rows[$0].from, rows[$1].from) }
        sections[place].inserted.sort { Self.isBelow(rows[$0].to, rows[$1].to) }
      }
      let section = sections[place].section
      sections[place].batch.removed = sections[place].removed.compactMap { rows[$0].from?.index }
      sections[place].batch.inserted = sections[place].inserted.compactMap { rows[$0].to?.index }
      sections[place].batch.origins = sections[place].inserted.map { index in
        rows[index].from.flatMap { $0.section == section ? $0.index : nil }
      }
    }
  }

  private static func isBelow(_ a: RowTransition.Spot?, _ b: RowTransition.Spot?) -> Bool {
    (a?.index ?? 0) < (b?.index ?? 0)
  }

  /// Rebuilds the tree from the staying rows, with the coming rows merged in.
  private mutating func rebuild(_ leaving: [UInt32], _ coming: [UInt32], _ order: ArrangedRows) {
    var gone = RowSet(universe: members.universe)
    for slot in leaving { gone[slot] = true }
    let staying = tree.slots.filter { !gone[$0] }
    var merged: [UInt32] = []
    merged.reserveCapacity(staying.count + coming.count)
    var next = 0
    for slot in coming.sorted(by: order.isBefore) {
      let place = (next..<staying.count).partitionPoint { order.isBefore(staying[$0], slot) }
      merged += staying[next..<place]
      merged.append(slot)
      next = place
    }
    merged += staying[next...]
    tree = SlotTree(merged)
    tree.index(order)
  }
}

extension [SectionTransition] {
  /// Returns the index of the transition of a section; transitions ascend by section code.
  fileprivate func place(of section: UInt32) -> Int {
    indices.partitionPoint { self[$0].section < section }
  }
}

/// A cache of the positions at which sections begin.
private struct SectionStarts {
  private var known: [UInt32: Int] = [:]

  mutating func start(of section: UInt32, in listing: Listing) -> Int {
    if listing.arrangement.sectioning == nil { return 0 }
    if let start = known[section] { return start }
    let start = listing.start(of: section)
    known[section] = start
    return start
  }
}
