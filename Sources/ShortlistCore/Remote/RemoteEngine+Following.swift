/// How a list takes in commits: by the changes of a feed, or by reading everything again.
extension RemoteEngine {
  /// Takes in a commit.
  ///
  /// - Parameters:
  ///   - inserted: The ids of the rows that the list itself inserted.
  ///   - isCertain: Whether the feed has all changes. If not, everything is requested again, and
  ///     the feed only says where flexible windows are.
  ///   - server: The rows after the commit.
  /// - Returns: The changes of the visible rows and of the selection; nil if no row has changed.
  /// - Throws: The errors of the server; the list is then unchanged.
  package mutating func refresh(
    inserted: [RowID] = [], isCertain: Bool = true, from server: some RowServer
  ) throws -> ApplyOutcome<RowID>? {
    var changed = self
    let changes = try server.changes(condition, by: order, limit: Self.maxVisible)?
      .filter { $0.before?.values != $0.after?.values }
    if isCertain, let changes, changes.isEmpty { return nil }
    let isFollowed = try changes.map { try changed.follow($0, from: server) } ?? false
    var held = Set(held.allIDs)
    if let changes, isFollowed && isCertain {
      held.formIntersection(changes.map(\.id))
    } else {
      var windows: [BinaryString: RemoteVisible.Section] = [:]
      if isFollowed {
        for section in changed.shown.sections { windows[BinaryString(section.name)] = section }
      }
      changed = self
      (changed.pages, changed.estimates) = (RemotePages(), [])
      changed.count = try changed.pages.count(RowCondition(), server)
      try changed.decidePlan(from: server)
      changed.shown = try changed.visible(windows, from: server)
    }
    let selection = try changed.update(held, from: server)
    let differences = shown.changes(to: changed.shown, stays: keepsPlace)
    let isSame = differences == nil && selection == nil && changed.count == count
    if isSame, let changes, changes.isEmpty { return nil }
    changed.revision += 1
    self = changed
    return outcome(differences, inserted, selection)
  }

  /// Reads rows that were selected again.
  private mutating func update(
    _ ids: Set<RowID>, from server: some RowServer
  ) throws -> SelectionChange<RowID>? {
    let rows = try server.rows(with: Array(ids), RowCondition(), by: RemoteOrder())
    let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    var changed: [(id: RowID, row: [CellValue]?)] = []
    for id in held.allIDs where ids.contains(id) {
      let row = known[id]?.values
      if row != held.row(id) { changed.append((id, row)) }
    }
    let stored = try held.store(StoredChanges(changed))
    return try bulk == nil ? stored.selection : refreshBulk(from: server)
  }

  /// Returns whether a row that is in the same section before and after stays in its place.
  private func keepsPlace(_ before: RemoteRow, _ after: RemoteRow) -> Bool {
    before.rank == after.rank
      && order.keys.allSatisfy { before.values[$0.column].sortsLike(after.values[$0.column]) }
  }

  // MARK: The feed

  /// Follows changes; false if they do not suffice.
  private mutating func follow(
    _ changes: [RemoteChange], from server: some RowServer
  ) throws -> Bool {
    let plan = held.plan
    pages = RemotePages()
    try decidePlan(from: server)
    if held.plan != plan { return false }
    for change in changes {
      count += (change.after == nil ? 0 : 1) - (change.before == nil ? 0 : 1)
    }
    let parts = parts(of: changes)
    guard var next = sections(after: parts) else { return false }
    var places: [BinaryString: Int] = [:]
    for (place, section) in shown.sections.enumerated() {
      places[BinaryString(section.name)] = place
    }
    var kept: [[RemoteRow]?] = []
    for (index, section) in next.sections.enumerated() {
      let name = BinaryString(section.name)
      guard let place = places[name] else {
        next.sections[index].window = window(of: section)
        kept.append(nil)
        continue
      }
      let (old, rows, part) = (shown.sections[place], shown.rows?[place], parts[name])
      if let part, !(part.removed.isEmpty && part.inserted.isEmpty) {
        guard old.window.isFlexible else {
          next.sections[index].window = window(of: section)
          kept.append(nil)
          continue
        }
        guard let rows,
          let window = try followed(old, rows, part, to: section, at: index, from: server)
        else { return false }
        next.sections[index].window = window
        kept.append(nil)
      } else {
        (next.sections[index].window, next.sections[index].anchor) = (old.window, old.anchor)
        kept.append(rows?.map { part?.updated[$0.id] ?? $0 })
      }
    }
    pages.keep(next.total, condition)
    if next.visibleCount <= Self.maxVisible {
      next.rows = try next.sections.indices.map { index in
        let section = next.sections[index]
        return try kept[index] ?? rows(section.window.range, in: index, section, from: server)
      }
    }
    try keepAnchors(of: &next, from: server)
    shown = next
    return true
  }

  private func parts(of changes: [RemoteChange]) -> [BinaryString: RemoteSectionChanges] {
    func name(_ row: RemoteRow) -> BinaryString {
      BinaryString(sectionColumn.map { RemoteVisible.name(row.values[$0]) } ?? "")
    }
    var parts: [BinaryString: RemoteSectionChanges] = [:]
    for change in changes {
      let (old, new) = (
        change.matchedBefore ? change.before : nil, change.matchesNow ? change.after : nil
      )
      if let old, let new, name(old) == name(new), keepsPlace(old, new) {
        parts[name(new), default: RemoteSectionChanges()].updated[new.id] = new
        continue
      }
      if let old { parts[name(old), default: RemoteSectionChanges()].removed.append(old) }
      if let new { parts[name(new), default: RemoteSectionChanges()].inserted.append(new) }
    }
    return parts
  }

  /// Returns the sections after changes, with their counts; nil if those cannot be.
  private func sections(after parts: [BinaryString: RemoteSectionChanges]) -> RemoteVisible? {
    func count(_ old: Int, _ part: RemoteSectionChanges?) -> Int {
      old + (part?.inserted.count ?? 0) - (part?.removed.count ?? 0)
    }
    var next = RemoteVisible()
    guard let rule = query.sections, let column = sectionColumn else {
      let all = count(shown.total, parts[BinaryString("")])
      next.sections = [RemoteVisible.Section(name: "", value: nil, count: all)]
      return all < 0 ? nil : next
    }
    var values: [RemoteValue] = []
    var rest = parts
    for section in shown.sections {
      let part = rest.removeValue(forKey: BinaryString(section.name))
      let count = count(section.count, part)
      if count < 0 { return nil }
      let value = section.value ?? part?.inserted.first?.values[column]
      if count > 0, let value { values.append(RemoteValue(value, count: count)) }
    }
    for part in rest.values {
      guard let row = part.inserted.first, part.removed.isEmpty else { return nil }
      values.append(RemoteValue(row.values[column], count: part.inserted.count))
    }
    next.sections = RemoteVisible.sections(values, rule, schema.entries[column].type)
    return next
  }

  // MARK: Flexible windows

  /// Returns the window of a section after changes; nil if they do not suffice.
  ///
  /// Only the rows beside the old window are read. Positions of rows beyond are not known, and do
  /// not matter: how many of them are on which side does.
  private mutating func followed(
    _ old: RemoteVisible.Section, _ rows: [RemoteRow], _ part: RemoteSectionChanges,
    to new: RemoteVisible.Section, at index: Int, from server: some RowServer
  ) throws -> Window? {
    var window = old.window
    let range = window.range
    // The place of the window: before its first row, or else behind the row before it.
    let place = rows.first ?? old.anchor
    if place == nil && range.lowerBound > 0 { return nil }
    var (oldBelow, newBelow): (Set<RowID>, Set<RowID>) = ([], [])
    if let place {
      (oldBelow, newBelow) = try server.changedRows(before: place, by: order)
      if rows.isEmpty { oldBelow.insert(place.id) }
    }
    var positions: [RowID: Int] = [:]
    for (offset, row) in rows.enumerated() { positions[row.id] = range.lowerBound + offset }
    let outside = part.removed.filter { positions[$0.id] == nil }
    let below = outside.count { oldBelow.contains($0.id) }
    let above = outside.count - below
    let staying = range.lowerBound - below
    guard staying >= 0, range.upperBound + above <= old.count else { return nil }
    var batch = SectionBatch(countBefore: old.count, countAfter: new.count)
    batch.removed =
      Array(0..<below) + part.removed.compactMap { positions[$0.id] }.sorted()
      + Array(range.upperBound..<range.upperBound + above)

    let beside = try Neighbours(
      of: rows, place, part, newBelow, condition(of: new), order, from: server)
    let far = part.inserted.count { newBelow.contains($0.id) } - beside.insertedBelow
    let beyond = part.inserted.count - far - beside.insertedCount
    guard far >= 0, beyond >= 0, far == 0 || staying > 0 else { return nil }
    batch.inserted = Array(0..<far)
    batch.origins = batch.inserted.map { _ in nil }
    for (offset, row) in beside.rows.enumerated() where beside.inserted.contains(row.id) {
      batch.inserted.append(staying + far + offset)
      batch.origins.append(positions[row.id])
    }
    batch.inserted += Array(new.count - beyond..<new.count)
    batch.origins += (0..<beyond).map { _ in nil }
    _ = window.apply(batch)
    pages.keep(beside.rows, from: staying + far, in: index)
    return window
  }

  /// Keeps the row before each empty flexible window, which locates the window.
  mutating func keepAnchors(
    of visible: inout RemoteVisible, from server: some RowServer
  ) throws {
    for (index, section) in visible.sections.enumerated() where section.window.isFlexible {
      let start = section.window.range.lowerBound
      if !section.window.range.isEmpty || start == 0 || section.anchor != nil { continue }
      visible.sections[index].anchor =
        try rows(start - 1..<start, in: index, section, from: server).first
    }
  }
}

/// The rows in and beside a flexible window after changes, up to the next ones that stay where they
/// are.
private struct Neighbours {
  /// The rows, in order.
  var rows: [RemoteRow] = []
  /// The rows of the section that came, or were in another place before.
  let inserted: Set<RowID>
  /// How many of them are among `rows`.
  var insertedCount = 0
  /// How many of those are below the place of the window.
  var insertedBelow = 0

  /// Reads the rows.
  ///
  /// - Parameters:
  ///   - window: The rows of the window before.
  ///   - place: The first of them, or else the row before the window; nil if there is none.
  ///   - part: The changes.
  ///   - below: The ids of the rows that came below the place.
  ///   - condition: The condition of the rows of the section; nil if it has none.
  ///   - order: The order.
  ///   - server: The rows.
  /// - Throws: The errors of the server.
  init(
    of window: [RemoteRow], _ place: RemoteRow?, _ part: RemoteSectionChanges,
    _ below: Set<RowID>, _ condition: RowCondition?, _ order: RemoteOrder,
    from server: some RowServer
  ) throws {
    inserted = Set(part.inserted.map(\.id))
    let gone = Set(part.removed.map(\.id))
    let staying = window.filter { !gone.contains($0.id) }.map { part.updated[$0.id] ?? $0 }
    let hasBelow = part.inserted.contains { below.contains($0.id) }
    guard let condition, !inserted.isEmpty else {
      rows = staying
      return
    }
    if let place, hasBelow, !window.isEmpty || gone.contains(place.id) {
      rows = try Self.run(from: place, isBackward: true, 8, condition, order, from: server) {
        inserted.contains($0.id)
      }
      insertedBelow = rows.count
    }
    let kept = Set(staying.map(\.id))
    if inserted.count == insertedBelow {
      rows += staying
    } else {
      // The first row of the window is not read if it stays.
      if let first = staying.first, first.id == place?.id { rows.append(first) }
      rows += try Self.run(
        from: place, isBackward: false, staying.count + 32, condition, order, from: server
      ) { inserted.contains($0.id) || kept.contains($0.id) }
    }
    insertedCount = rows.count { inserted.contains($0.id) }
  }

  /// Reads rows from a place on, as long as they meet a condition.
  private static func run(
    from place: RemoteRow?, isBackward: Bool, _ length: Int, _ condition: RowCondition,
    _ order: RemoteOrder, from server: some RowServer, while isIncluded: (RemoteRow) -> Bool
  ) throws -> [RemoteRow] {
    var (found, length): ([RemoteRow], Int) = ([], length)
    while true {
      let span = RowSpan(anchor: found.last ?? place, isBackward: isBackward, length: length)
      let rows = try server.rows(condition, by: order, span)
      let included = (isBackward ? rows.reversed() : rows).prefix(while: isIncluded)
      found += included
      if included.count < length { return isBackward ? found.reversed() : found }
      length *= 2
    }
  }
}
