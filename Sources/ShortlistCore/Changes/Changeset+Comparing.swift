/// A shown section and its visible rows.
package struct VisibleSection: Equatable {
  var name: String
  var slots: [UInt32]

  /// Creates a section; a slot must occur at most once among all sections of a state.
  package init(name: String, slots: [UInt32]) {
    self.name = name
    self.slots = slots
  }

  package static func == (a: Self, b: Self) -> Bool {
    BinaryString(a.name) == BinaryString(b.name) && a.slots == b.slots
  }
}

extension Changeset<RowID> {
  /// Creates the smallest changeset from one state of the visible rows to another.
  ///
  /// - Parameters:
  ///   - before: The sections before.
  ///   - after: The sections after.
  ///   - stays: Whether a row that is in the same section before and after kept its place in the
  ///     order. Such rows are never moved.
  ///   - id: The id of a row.
  /// - Complexity: O(v log v) for v visible rows
  package init(
    from before: [VisibleSection], to after: [VisibleSection], stays: (UInt32) -> Bool,
    id: (UInt32) -> RowID
  ) {
    let names = (
      before: before.map { BinaryString($0.name) }, after: after.map { BinaryString($0.name) }
    )
    let indexBefore = Dictionary(uniqueKeysWithValues: zip(names.before, names.before.indices))
    let indexAfter = Dictionary(uniqueKeysWithValues: zip(names.after, names.after.indices))

    var sections: [SectionChange] = []
    for (index, name) in names.before.enumerated() where indexAfter[name] == nil {
      sections.append(.delete(from: index, name: name.text))
    }
    let targets = names.before.compactMap { indexAfter[$0] }
    let unmoved = Set(LongestIncreasing.run(in: targets).map { targets[$0] })
    for (index, name) in names.after.enumerated() {
      if let from = indexBefore[name] {
        if !unmoved.contains(index) {
          sections.append(.move(from: from, to: index, name: name.text))
        }
      } else {
        sections.append(.insert(to: index, name: name.text, ids: after[index].slots.map(id)))
      }
    }

    // Only rows of sections that exist before and after have changes of their own.
    var placeAfter: [UInt32: Place] = [:]
    placeAfter.reserveCapacity(after.reduce(0) { $0 + $1.slots.count })
    for (section, name) in names.after.enumerated() where indexBefore[name] != nil {
      for (row, slot) in after[section].slots.enumerated() {
        placeAfter[slot] = Place(section: section, row: row)
      }
    }
    var rows: [RowChange] = []
    var survivors: Set<UInt32> = []
    for (section, name) in names.before.enumerated() {
      guard let target = indexAfter[name] else { continue }
      let old = before[section].slots
      let common = old.filter { placeAfter[$0]?.section == target }
      let places = common.map { placeAfter[$0]?.row ?? 0 }
      let kept = Self.kept(places, stays: common.map(stays))
      var isKept: Set<UInt32> = []
      for index in kept { isKept.insert(common[index]) }
      for (row, slot) in old.enumerated() {
        let from = Place(section: section, row: row)
        guard let to = placeAfter[slot] else {
          rows.append(.delete(id(slot), from: from))
          continue
        }
        survivors.insert(slot)
        if !isKept.contains(slot) {
          rows.append(.move(id(slot), from: from, to: to, updated: false))
        }
      }
    }
    for (section, name) in names.after.enumerated() where indexBefore[name] != nil {
      for (row, slot) in after[section].slots.enumerated() where !survivors.contains(slot) {
        rows.append(.insert(id(slot), to: Place(section: section, row: row)))
      }
    }
    self.init(sections: sections, rows: rows)
  }

  /// Returns the rows of a section that need not move: all that stay and, between each two of
  /// those, as many of the others as ascend.
  ///
  /// - Parameters:
  ///   - places: The positions after of the rows that are in the section before and after, in the
  ///     order before.
  ///   - stays: Whether each of them stays; the positions of those that stay ascend.
  /// - Returns: Indices of `places`.
  private static func kept(_ places: [Int], stays: [Bool]) -> [Int] {
    var kept: [Int] = []
    var gap: [Int] = []
    var lower = -1
    for index in 0...places.count {
      let isEnd = index == places.count
      if !isEnd && !stays[index] {
        gap.append(index)
        continue
      }
      let upper = isEnd ? Int.max : places[index]
      let fitting = gap.filter { lower < places[$0] && places[$0] < upper }
      kept += LongestIncreasing.run(in: fitting.map { places[$0] }).map { fitting[$0] }
      if !isEnd { kept.append(index) }
      lower = upper
      gap = []
    }
    return kept
  }
}
