/// Collects the changes of a commit among the visible rows, section by section.
///
/// Its functions expect the table and the listing after the commit.
struct CommitReport {
  private var found = Changeset<RowID>()
  // A row that moves between two sections that are shown before and after is removed from one and
  // inserted into the other. `changes` combines both into a move.
  private var origins: [Int: Changeset<RowID>.Place] = [:]
  private var targets: [Int: Changeset<RowID>.Place] = [:]

  /// Returns the collected changes; nil if there are none.
  ///
  /// - Complexity: O(r log r) for r changes
  consuming func changes(_ rows: [RowTransition], _ table: RowTable) -> Changeset<RowID>? {
    func id(_ index: Int) -> RowID { rows[index].id(in: table) }

    for (index, origin) in origins {
      if let target = targets.removeValue(forKey: index) {
        found.rows.append(
          .move(id(index), from: origin, to: target, updated: rows[index].isChanged))
      } else {
        found.rows.append(.delete(id(index), from: origin))
      }
    }
    for (index, target) in targets { found.rows.append(.insert(id(index), to: target)) }
    if found.isEmpty { return nil }
    found.sections.sort(by: \.place)
    found.rows.sort(by: \.place)
    return found
  }

  /// Adds a section that is no longer shown.
  mutating func add(deleted name: String, from index: Int) {
    found.sections.append(.delete(from: index, name: name))
  }

  /// Adds a newly shown section with its visible rows.
  mutating func add(
    inserted section: UInt32, to index: Int, window: Range<Int>, _ listing: Listing,
    _ table: RowTable
  ) {
    let start = listing.start(of: section)
    var ids: [RowID] = []
    ids.reserveCapacity(window.count)
    listing.forEach(start + window.lowerBound..<start + window.upperBound) {
      ids.append(table.id($0))
    }
    found.sections.append(.insert(to: index, name: listing.name(section), ids: ids))
  }

  /// Adds the edits of a section that is shown before and after.
  mutating func add(
    _ edits: VisibleEdits, of section: SectionTransition, before: Place, after: Place,
    _ rows: [RowTransition], _ listing: Listing, _ table: RowTable
  ) {
    if edits.isEmpty { return }
    let start = listing.start(of: section.section)
    func id(_ position: Int?) -> RowID {
      guard let position else { preconditionFailure("a row that stays has no position after") }
      return table.id(listing[start + position])
    }
    for position in edits.deletes {
      if let index = section.removedRow(at: position) {
        origins[index] = before.at(position)
      } else {
        found.rows.append(
          .delete(id(section.batch.positionAfter(position)), from: before.at(position)))
      }
    }
    for position in edits.inserts {
      if let index = section.insertedRow(at: position) {
        targets[index] = after.at(position)
      } else {
        found.rows.append(.insert(id(position), to: after.at(position)))
      }
    }
    for move in edits.moves {
      found.rows.append(
        .move(
          id(move.to), from: before.at(move.from), to: after.at(move.to),
          updated: move.isUpdated))
    }
    for position in edits.updates {
      let id =
        section.removedRow(at: position).map { rows[$0].id(in: table) }
        ?? id(section.batch.positionAfter(position))
      found.rows.append(.update(id, from: before.at(position)))
    }
  }

  /// The index of a section among the shown sections, and the section's window.
  struct Place {
    var section: Int
    var window: Range<Int>

    /// Returns the place of the row at a position within the section.
    func at(_ position: Int) -> Changeset<RowID>.Place {
      .init(section: section, row: position - window.lowerBound)
    }
  }
}

extension RowTransition {
  /// The id of the row; the table keeps the id of a slot after the row is deleted.
  fileprivate func id(in table: RowTable) -> RowID {
    guard let slot = after ?? before else {
      preconditionFailure("a row of a commit is there neither before nor after")
    }
    return table.id(slot)
  }
}

extension SectionTransition {
  /// Returns the index of the transition of the row that was removed from, or repositioned within,
  /// the section; `position` refers to the section before the commit.
  fileprivate func removedRow(at position: Int) -> Int? {
    let index = batch.removed.count(below: position)
    return index < removed.count && batch.removed[index] == position ? removed[index] : nil
  }

  /// Returns the index of the transition of the row that was inserted into, or repositioned within,
  /// the section; `position` refers to the section after the commit.
  fileprivate func insertedRow(at position: Int) -> Int? {
    let index = batch.inserted.count(below: position)
    return index < inserted.count && batch.inserted[index] == position ? inserted[index] : nil
  }
}

extension Array {
  /// Sorts elements by their places.
  ///
  /// The function sorts the places first and then copies each element once, because each copy of an
  /// element retains its id.
  fileprivate mutating func sort(by place: (Element) -> ChangePlace) {
    if count < 2 { return }
    let places = map(place)
    if zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    self = indices.sorted { places[$0] < places[$1] }.map { self[$0] }
  }
}

/// The sort key of a change: changes with an origin come first, by origin, and insertions follow,
/// by target.
private typealias ChangePlace = (Int, Int, Int)

extension Changeset.SectionChange {
  fileprivate var place: ChangePlace {
    switch self {
    case .delete(let from, _), .move(let from, _, _): (0, from, 0)
    case .insert(let to, _, _): (1, to, 0)
    }
  }
}

extension Changeset.RowChange {
  fileprivate var place: ChangePlace {
    switch self {
    case .delete(_, let from), .move(_, let from, _, _), .update(_, let from):
      (0, from.section, from.row)
    case .insert(_, let to): (1, to.section, to.row)
    }
  }
}
