/// The composition of two consecutive changesets.
///
///     before ──first──▶ middle ──second──▶ after
struct ChangesetComposition<ID: Hashable & Sendable> {
  typealias Changes = Changeset<ID>
  typealias Place = Changes.Place

  /// A section that either changeset removes or inserts; a move is both.
  private struct SectionPath {
    var name: String
    /// The position before; nil if the section came.
    var from: Int?
    /// The position after; nil if the section left.
    var to: Int?
    /// The rows after, if the section came.
    var ids: [ID] = []
  }

  /// A row that either changeset removes or inserts individually; a move is both.
  private struct RowPath {
    var id: ID
    /// The place before; nil if the row came or its section left.
    var from: Place?
    /// The place after; nil if the row left or its section came.
    var to: Place?
  }

  private let first: Changes
  private let second: Changes
  private let firstMap: ChangesetMap<ID>
  private let secondMap: ChangesetMap<ID>
  /// The rows that the second changeset inserts or moves, by section after.
  private let arrivalsAfter: [Int: [(row: Int, id: ID)]]
  /// The rows that either changeset updates, by place before.
  private var updated: [Place: ID] = [:]

  /// The changes from the first state to the last.
  private(set) var result = Changes()

  init(_ first: Changes, _ second: Changes) {
    self.first = first
    self.second = second
    firstMap = ChangesetMap(first)
    secondMap = ChangesetMap(second)
    arrivalsAfter = Dictionary(grouping: secondMap.arrivals) { $0.key.section }
      .mapValues { arrivals in arrivals.map { (row: $0.key.row, id: $0.value.id) } }
    composeSections()
    findUpdates()
    composeRows()
  }

  /// Returns the position before of a section, given its position after; nil if it came.
  private func origin(ofSection index: Int) -> Int? {
    secondMap.origin(ofSection: index).flatMap(firstMap.origin(ofSection:))
  }

  /// Returns the position after of a section, given its position before; nil if it left.
  private func target(ofSection index: Int) -> Int? {
    firstMap.target(ofSection: index).flatMap(secondMap.target(ofSection:))
  }

  // MARK: Sections

  private mutating func composeSections() {
    let paths = sectionPaths
    let pairs = paths.enumerated().compactMap { index, path in
      path.from.flatMap { from in path.to.map { (index: index, from: from, to: $0) } }
    }
    let shift = IndexShift(removed: paths.compactMap(\.from), inserted: paths.compactMap(\.to))
    let unmoved = Set(shift.unmoved(pairs.map { ($0.from, $0.to) }).map { pairs[$0].index })

    var left: [(from: Int, name: String)] = []
    var put: [(to: Int, change: Changes.SectionChange)] = []
    for (index, path) in paths.enumerated() where !unmoved.contains(index) {
      switch (path.from, path.to) {
      case (let from?, let to?): put.append((to, .move(from: from, to: to, name: path.name)))
      case (let from?, nil): left.append((from, path.name))
      case (nil, let to?):
        put.append((to, .insert(to: to, name: path.name, ids: path.ids)))
      case (nil, nil): break
      }
    }
    result.sections = left.sorted { $0.from < $1.from }.map {
      .delete(from: $0.from, name: $0.name)
    }
    result.sections += put.sorted { $0.to < $1.to }.map(\.change)
  }

  private var sectionPaths: [SectionPath] {
    var paths: [SectionPath] = []
    for change in first.sections {
      switch change {
      case .delete(let from, let name):
        paths.append(SectionPath(name: name, from: from))
      case .insert(let middle, let name, let ids):
        guard let to = secondMap.target(ofSection: middle) else { continue }
        paths.append(SectionPath(name: name, to: to, ids: self.ids(ids, from: middle, to: to)))
      case .move(let from, let middle, let name):
        paths.append(
          SectionPath(name: name, from: from, to: secondMap.target(ofSection: middle)))
      }
    }
    for change in second.sections {
      switch change {
      case .delete(let middle, let name):
        if firstMap.isArrival(section: middle, name: name) { continue }
        paths.append(SectionPath(name: name, from: firstMap.origin(ofSection: middle)))
      case .insert(let to, let name, let ids):
        paths.append(SectionPath(name: name, to: to, ids: ids))
      case .move(let middle, let to, let name):
        if firstMap.isArrival(section: middle, name: name) { continue }
        paths.append(SectionPath(name: name, from: firstMap.origin(ofSection: middle), to: to))
      }
    }
    return paths
  }

  /// Returns the rows after of a section that the first changeset inserts.
  private func ids(_ ids: [ID], from middle: Int, to section: Int) -> [ID] {
    var rows: [(row: Int, id: ID)] = []
    for (row, id) in ids.enumerated() {
      let place = Place(section: middle, row: row)
      guard let target = secondMap.target(of: place), secondMap.arrivals[target] == nil else {
        continue
      }
      rows.append((target.row, id))
    }
    rows += arrivalsAfter[section] ?? []
    rows.sort { $0.row < $1.row }
    precondition(
      rows.map(\.row) == Array(rows.indices),
      "The changes that follow do not fit the \(ids.count) rows of the inserted section \(middle).")
    return rows.map(\.id)
  }

  // MARK: Rows

  private mutating func findUpdates() {
    for change in first.rows {
      switch change {
      case .update(let id, let from), .move(let id, let from, _, updated: true):
        if target(ofSection: from.section) != nil { updated[from] = id }
      case .delete, .insert, .move: break
      }
    }
    for change in second.rows {
      switch change {
      case .update(let id, let middle), .move(let id, let middle, _, updated: true):
        guard let from = firstMap.origin(of: middle) else { continue }
        if target(ofSection: from.section) != nil { updated[from] = id }
      case .delete, .insert, .move: break
      }
    }
  }

  private mutating func composeRows() {
    let paths = rejoined(rowPaths)
    let unmoved = unmoved(paths)
    var old: [(from: Place, change: Changes.RowChange)] = []
    var new: [(to: Place, change: Changes.RowChange)] = []
    for (index, path) in paths.enumerated() where !unmoved.contains(index) {
      switch (path.from, path.to) {
      case (let from?, let to?):
        let isUpdated = updated.removeValue(forKey: from) != nil
        old.append((from, .move(path.id, from: from, to: to, updated: isUpdated)))
      case (let from?, nil):
        updated[from] = nil
        old.append((from, .delete(path.id, from: from)))
      case (nil, let to?): new.append((to, .insert(path.id, to: to)))
      case (nil, nil): break
      }
    }
    for (from, id) in updated { old.append((from, .update(id, from: from))) }
    result.rows = old.sorted { $0.from < $1.from }.map(\.change)
    result.rows += new.sorted { $0.to < $1.to }.map(\.change)
  }

  private var rowPaths: [RowPath] {
    var paths: [RowPath] = []
    for change in first.rows {
      switch change {
      case .delete(let id, let from): paths.append(RowPath(id: id, from: from))
      case .insert(let id, let middle):
        paths.append(RowPath(id: id, to: secondMap.target(of: middle)))
      case .move(let id, let from, let middle, _):
        paths.append(RowPath(id: id, from: from, to: secondMap.target(of: middle)))
      case .update: break
      }
    }
    for change in second.rows {
      switch change {
      case .delete(let id, let middle):
        if firstMap.isArrival(middle, id: id) { continue }
        paths.append(RowPath(id: id, from: firstMap.origin(of: middle)))
      case .insert(let id, let to): paths.append(RowPath(id: id, to: to))
      case .move(let id, let middle, let to, _):
        if firstMap.isArrival(middle, id: id) { continue }
        paths.append(RowPath(id: id, from: firstMap.origin(of: middle), to: to))
      case .update: break
      }
    }
    // Rows of sections that came or left have no changes of their own.
    return paths.map { path in
      var path = path
      if let from = path.from, target(ofSection: from.section) == nil { path.from = nil }
      if let to = path.to, origin(ofSection: to.section) == nil { path.to = nil }
      return path
    }
  }

  /// Joins the two paths of each row that left in the first changeset and came back in the second.
  private mutating func rejoined(_ paths: [RowPath]) -> [RowPath] {
    var paths = paths
    var left: [ID: Int] = [:]
    for (index, path) in paths.enumerated() where path.from != nil && path.to == nil {
      left[path.id] = index
    }
    for (index, path) in paths.enumerated() where path.from == nil && path.to != nil {
      guard let departure = left[path.id], let from = paths[departure].from else { continue }
      paths[departure].to = path.to
      paths[index].to = nil
      updated[from] = path.id
    }
    return paths
  }

  /// Returns the indices of the paths of rows that need not move.
  private func unmoved(_ paths: [RowPath]) -> Set<Int> {
    let shifts = IndexShift.bySection(
      removed: paths.compactMap { $0.from.map { ($0.section, $0.row) } },
      inserted: paths.compactMap { path in
        path.to.flatMap { to in origin(ofSection: to.section).map { ($0, to.row) } }
      })
    var pairs: [Int: [(index: Int, from: Int, to: Int)]] = [:]
    for (index, path) in paths.enumerated() {
      guard let from = path.from, let to = path.to else { continue }
      guard target(ofSection: from.section) == to.section else { continue }
      pairs[from.section, default: []].append((index, from.row, to.row))
    }
    var unmoved: Set<Int> = []
    for (section, pairs) in pairs {
      let kept = shifts[section]?.unmoved(pairs.map { ($0.from, $0.to) }) ?? []
      unmoved.formUnion(kept.map { pairs[$0].index })
    }
    return unmoved
  }
}
