/// What a list whose rows stay on a server shows.
struct RemoteVisible: Sendable {
  /// A shown section.
  struct Section: Sendable {
    let name: String
    /// A value of the attribute that names the section; nil if no row has one.
    let value: CellValue?
    let count: Int
    var window: Window
    /// The row before an empty flexible window, which locates it; nil at the beginning.
    var anchor: RemoteRow?

    init(name: String, value: CellValue?, count: Int) {
      self.name = name
      self.value = value
      self.count = count
      window = Window(placing: nil, over: count)
    }
  }

  /// The sections, in order.
  var sections: [Section] = []
  /// The visible rows of each section; nil if they are too many to be kept.
  var rows: [[RemoteRow]]?

  /// The number of matching rows.
  var total: Int { sections.reduce(0) { $0 + $1.count } }
  /// The number of visible rows.
  var visibleCount: Int { sections.reduce(0) { $0 + $1.window.range.count } }

  /// Returns the changes to a later state; nil if there are none.
  ///
  /// A reset if either has too many rows to be kept.
  func changes(
    to after: Self, stays: (RemoteRow, RemoteRow) -> Bool
  ) -> VisibleChanges<RowID>? {
    guard let rowsBefore = rows, let rowsAfter = after.rows else { return .reset }
    var slots: [RowID: UInt32] = [:]
    var ids: [RowID] = []
    func numbered(_ state: [[RemoteRow]], _ sections: [Section]) -> [VisibleSection] {
      zip(sections, state).map { section, rows in
        VisibleSection(
          name: section.name,
          slots: rows.map { row in
            if let slot = slots[row.id] { return slot }
            let slot = UInt32(ids.count)
            slots[row.id] = slot
            ids.append(row.id)
            return slot
          })
      }
    }
    let (before, now) = (numbered(rowsBefore, sections), numbered(rowsAfter, after.sections))
    let old = Dictionary(rowsBefore.joined().map { ($0.id, $0) }) { first, _ in first }
    let new = Dictionary(rowsAfter.joined().map { ($0.id, $0) }) { first, _ in first }
    var changeset = Changeset<RowID>(
      from: before, to: now,
      stays: { slot in
        let id = ids[Int(slot)]
        guard let row = old[id], let other = new[id] else { return false }
        return stays(row, other)
      }, id: { ids[Int($0)] })
    // Which rows were moved, and which have other values.
    var reported: Set<RowID> = []
    for index in changeset.rows.indices {
      switch changeset.rows[index] {
      case .move(let id, let from, let to, _):
        reported.insert(id)
        let isUpdated = old[id]?.values != new[id]?.values
        changeset.rows[index] = .move(id, from: from, to: to, updated: isUpdated)
      case .delete(let id, _), .insert(let id, _), .update(let id, _): reported.insert(id)
      }
    }
    let names = Set(after.sections.map { BinaryString($0.name) })
    var changed: [Changeset<RowID>.RowChange] = []
    for (section, rows) in rowsBefore.enumerated()
    where names.contains(BinaryString(sections[section].name)) {
      for (place, row) in rows.enumerated() where !reported.contains(row.id) {
        guard let other = new[row.id], other.values != row.values else { continue }
        changed.append(.update(row.id, from: .init(section: section, row: place)))
      }
    }
    changeset.rows += changed
    return changeset.isEmpty ? nil : .changes(changeset)
  }

  // MARK: Sections

  /// Returns the name of the section of a row that has a value.
  static func name(_ value: CellValue) -> String { value == .number(0) ? "0" : value.text }

  /// Returns the sections of values, in the order of a rule.
  static func sections(
    _ values: [RemoteValue], _ rule: SectionRule, _ type: AttributeType
  ) -> [Section] {
    var found: [BinaryString: (value: CellValue, count: Int)] = [:]
    for value in values {
      let name = BinaryString(name(value.value))
      found[name] = (value.value, (found[name]?.count ?? 0) + value.count)
    }
    var sections: [Section] = []
    func append(_ name: BinaryString, keepsEmpty: Bool = false) {
      if let group = found.removeValue(forKey: name) {
        sections.append(Section(name: name.text, value: group.value, count: group.count))
      } else if keepsEmpty, !sections.contains(where: { BinaryString($0.name) == name }) {
        sections.append(Section(name: name.text, value: nil, count: 0))
      }
    }
    if case .names(let names, let keepEmpty) = rule.order {
      for name in names { append(BinaryString(name), keepsEmpty: keepEmpty) }
    }
    let isNumeric = type == .integer || type == .number
    let unnamed = BinaryString("")
    var rest = found.filter { $0.key != unnamed }.map {
      (name: $0.key, value: $0.value.value, folded: Folding.fold($0.key.text))
    }
    rest.sort { a, b in
      if isNumeric, let a = Quantity(a.value), let b = Quantity(b.value) { return a < b }
      let order = Bytes.compare(a.folded.span, b.folded.span)
      if order != 0 { return order < 0 }
      return Bytes.compare(Array(a.name.text.utf8).span, Array(b.name.text.utf8).span) < 0
    }
    if rule.order == .descending { rest.reverse() }
    for section in rest { append(section.name) }
    append(unnamed)
    return sections
  }
}
