@testable import ShortlistCore

/// Visible sections that take changesets as a strict table view does.
///
/// Every rule of batch updates is checked: a changeset that breaks one throws a `Violation` that
/// names it. Two views are equal if they show the same rows in the same sections, whatever the
/// contents of the rows.
struct StrictTableView {
  struct Section: Equatable {
    var name: String
    var ids: [RowID]

    static func == (a: Self, b: Self) -> Bool {
      BinaryString(a.name) == BinaryString(b.name) && a.ids == b.ids
    }
  }

  var sections: [Section]
  /// What is in the visible rows, for those where it matters.
  var contents: [RowID: [CellValue]] = [:]

  init(_ engine: ListEngine) {
    sections = engine.sections.sections.map {
      Section(name: $0.name, ids: engine.ids(section: $0.name).ids)
    }
    for section in sections {
      let rows = try? engine.rows(section: section.name, length: .max).rows
      for (id, row) in zip(section.ids, rows ?? []) { contents[id] = row }
    }
  }

  init(_ sections: [(String, [RowID])]) {
    self.sections = sections.map { Section(name: $0.0, ids: $0.1) }
  }

  typealias Changes = Changeset<RowID>
  typealias Place = Changes.Place
  typealias Rule = Violation.Rule

  /// A rule that a changeset breaks.
  struct Violation: Error, CustomStringConvertible {
    enum Rule {
      // What any table view refuses.
      case noSuchSection, wrongName, sectionTakenOutTwice, sectionPutInTwice, sectionBeyondCount
      case noSuchRow, wrongID, rowTakenOutTwice, rowPutInTwice, rowBeyondCount
      case updateOfTakenOutRow, rowUpdatedTwice, rowOfDeletedSection, rowOfInsertedSection
      case nameTwice, idTwice
      // What a changeset must not have besides.
      case empty, unreported, sectionReplaced, deletedRowIsThere, insertedRowWasThere
      case needlessUpdate, missingUpdate, needlessMove, needlessSectionMove, stayingRowMoved
    }

    var rule: Rule
    var detail: String

    var description: String { "\(rule): \(detail)" }
  }

  private func require(_ holds: Bool, _ rule: Rule, _ detail: Any) throws {
    if !holds { throw Violation(rule: rule, detail: "\(detail)") }
  }

  // MARK: Applying

  /// Applies changes, and throws if they break a rule of batch updates.
  mutating func apply(_ changes: Changes) throws {
    try require(!changes.isEmpty, .empty, changes)
    let counts = try checkSections(changes)
    let rows = try takeOutRows(changes)

    // The sections after, with the rows that are left in them.
    var left = rows.left
    var put: [Int: Section] = [:]
    var gone: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes.sections {
      switch change {
      case .delete(let from, _): gone.insert(from)
      case .insert(let to, let name, let ids):
        put[to] = Section(name: name, ids: ids)
        inserted.insert(to)
      case .move(let from, let to, _):
        gone.insert(from)
        put[to] = left[from]
      }
    }
    left = left.indices.filter { !gone.contains($0) }.map { left[$0] }
    left.reverse()
    var after: [Section] = []
    for index in 0..<counts { after.append(put[index] ?? left.removeLast()) }

    // The rows after: of each section, those left and those put in.
    for (place, id) in rows.put {
      try require(after.indices.contains(place.section), .noSuchSection, (id, place))
      try require(!inserted.contains(place.section), .rowOfInsertedSection, (id, place))
    }
    for index in after.indices {
      let arrivals = rows.put.filter { $0.key.section == index }
      let count = after[index].ids.count + arrivals.count
      var others = after[index].ids.makeIterator()
      for (place, id) in arrivals {
        try require((0..<count).contains(place.row), .rowBeyondCount, (id, place, count))
      }
      after[index].ids = (0..<count).compactMap { row in
        arrivals[Place(section: index, row: row)] ?? others.next()
      }
    }
    sections = after
    let names = sections.map { BinaryString($0.name) }
    try require(Set(names).count == names.count, .nameTwice, names)
    let ids = sections.flatMap(\.ids)
    try require(Set(ids).count == ids.count, .idTwice, ids)
  }

  /// Checks the changes of sections.
  ///
  /// - Returns: The number of sections after.
  private func checkSections(_ changes: Changes) throws -> Int {
    var takenOut: Set<Int> = []
    var putIn: Set<Int> = []
    for change in changes.sections {
      switch change {
      case .delete(let from, let name), .move(let from, _, let name):
        try require(sections.indices.contains(from), .noSuchSection, change)
        try require(BinaryString(sections[from].name) == BinaryString(name), .wrongName, change)
        try require(takenOut.insert(from).inserted, .sectionTakenOutTwice, change)
      case .insert: break
      }
      switch change {
      case .insert(let to, _, _), .move(_, let to, _):
        try require(putIn.insert(to).inserted, .sectionPutInTwice, change)
      case .delete: break
      }
    }
    let count = sections.count - takenOut.count + putIn.count
    for index in putIn {
      try require((0..<count).contains(index), .sectionBeyondCount, (index, count))
    }
    return count
  }

  /// Checks the changes of rows against the state before.
  ///
  /// - Returns: The sections before with the rows that are left in them, and the rows to put in.
  private func takeOutRows(_ changes: Changes) throws -> (left: [Section], put: [Place: RowID]) {
    var deletedSections: Set<Int> = []
    for case .delete(let from, _) in changes.sections { deletedSections.insert(from) }
    var takenOut: Set<Place> = []
    var updated: Set<Place> = []
    var put: [Place: RowID] = [:]
    for change in changes.rows {
      switch change {
      case .delete(let id, let from), .move(let id, let from, _, _), .update(let id, let from):
        try require(sections.indices.contains(from.section), .noSuchSection, change)
        let ids = sections[from.section].ids
        try require(ids.indices.contains(from.row), .noSuchRow, change)
        try require(ids[from.row] == id, .wrongID, change)
        try require(!deletedSections.contains(from.section), .rowOfDeletedSection, change)
        if case .update = change {
          try require(updated.insert(from).inserted, .rowUpdatedTwice, change)
        } else {
          try require(takenOut.insert(from).inserted, .rowTakenOutTwice, change)
        }
      case .insert: break
      }
      switch change {
      case .insert(let id, let to), .move(let id, _, let to, _):
        try require(put.updateValue(id, forKey: to) == nil, .rowPutInTwice, change)
      case .delete, .update: break
      }
    }
    try require(updated.isDisjoint(with: takenOut), .updateOfTakenOutRow, changes)
    var left = sections
    for index in left.indices {
      left[index].ids = left[index].ids.indices
        .filter { !takenOut.contains(Place(section: index, row: $0)) }
        .map { left[index].ids[$0] }
    }
    return (left, put)
  }

  // MARK: Checking

  /// What is known of a change besides the states before and after.
  struct Knowledge {
    /// The rows that must not move; all that do not, if that is not known.
    var staying: Set<RowID>?
    /// The sections that must not move.
    var stayingSections: [String] = []
    /// The rows that must be updated if they are there before and after; those with other contents
    /// if nil.
    var updated: Set<RowID>?
    /// The sections whose rows all come anew.
    var replaced: [String] = []
  }

  /// Checks that changes lead from this state to another, and report all that changed and nothing
  /// else.
  func check(
    _ changes: Changes, reaching after: Self, knowing knowledge: Knowledge = Knowledge()
  ) throws {
    var view = self
    try view.apply(changes)
    try require(view == after, .unreported, (changes, view.sections, after.sections))

    var deleted: Set<BinaryString> = []
    var inserted: Set<BinaryString> = []
    for change in changes.sections {
      switch change {
      case .delete(_, let name): deleted.insert(BinaryString(name))
      case .insert(_, let name, _): inserted.insert(BinaryString(name))
      case .move: break
      }
    }
    let replaced = Set(knowledge.replaced.map(BinaryString.init))
    try require(deleted.intersection(inserted) == replaced, .sectionReplaced, changes)

    let old = sections.filter { !deleted.contains(BinaryString($0.name)) }
    let new = after.sections.filter { !inserted.contains(BinaryString($0.name)) }
    try checkUpdates(changes, old, new, after, knowledge)
    try checkMoves(changes, old, new, knowledge)
  }

  /// Checks which rows are deleted, inserted and updated.
  private func checkUpdates(
    _ changes: Changes, _ old: [Section], _ new: [Section], _ after: Self, _ knowledge: Knowledge
  ) throws {
    let before = Set(old.flatMap(\.ids))
    let common = before.intersection(new.flatMap(\.ids))
    var reported: Set<RowID> = []
    for change in changes.rows {
      switch change {
      case .delete(let id, _): try require(!common.contains(id), .deletedRowIsThere, change)
      case .insert(let id, _): try require(!before.contains(id), .insertedRowWasThere, change)
      case .update(let id, _), .move(let id, _, _, updated: true): reported.insert(id)
      case .move: break
      }
    }
    let changed = common.filter { id in
      knowledge.updated?.contains(id) ?? (contents[id] != after.contents[id])
    }
    try require(reported.isSubset(of: changed), .needlessUpdate, (changes, changed))
    try require(changed.isSubset(of: reported), .missingUpdate, (changes, changed))
  }

  /// Checks that as few rows and sections move as can be.
  private func checkMoves(
    _ changes: Changes, _ old: [Section], _ new: [Section], _ knowledge: Knowledge
  ) throws {
    var moved: Set<RowID> = []
    for case .move(let id, _, _, _) in changes.rows { moved.insert(id) }
    if let staying = knowledge.staying {
      try require(moved.isDisjoint(with: staying), .stayingRowMoved, changes)
    }
    for section in old {
      let other = new.first { BinaryString($0.name) == BinaryString(section.name) }
      let common = section.ids.filter { other?.ids.contains($0) ?? false }
      let unmoved = Set(common).subtracting(moved)
      let most = Self.mostUnmoved(
        common, after: other?.ids ?? [], staying: knowledge.staying ?? unmoved)
      try require(unmoved.count == most, .needlessMove, (changes, section.name))
    }
    // Names as ids, so that both are counted alike.
    let names = (old: old.map { RowID.text($0.name) }, new: new.map { RowID.text($0.name) })
    var moves = 0
    for case .move in changes.sections { moves += 1 }
    let most = Self.mostUnmoved(
      names.old, after: names.new, staying: Set(knowledge.stayingSections.map(RowID.text)))
    try require(moves == names.old.count - most, .needlessSectionMove, changes)
  }

  /// How many of the rows need not move if some must not.
  private static func mostUnmoved(
    _ rows: [RowID], after: [RowID], staying: Set<RowID>
  ) -> Int {
    let places = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1, $0) })
    let targets = rows.map { places[$0] ?? 0 }
    let fitting = rows.indices.filter { index in
      rows.indices.allSatisfy { other in
        !staying.contains(rows[other]) || (other < index) == (targets[other] < targets[index])
          || other == index
      }
    }
    // Of each the longest ascending run that ends there.
    var longest: [Int: Int] = [:]
    for index in fitting {
      let earlier = fitting.filter { $0 < index && targets[$0] < targets[index] }
      longest[index] = 1 + (earlier.compactMap { longest[$0] }.max() ?? 0)
    }
    return longest.values.max() ?? 0
  }
}

extension StrictTableView: Equatable {
  static func == (a: Self, b: Self) -> Bool { a.sections == b.sections }
}
