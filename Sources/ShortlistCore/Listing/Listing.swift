/// The identity of a state of a listing; copies have the same.
final class ListingToken: Sendable {}

/// The matching rows of a list in display order, divided into sections.
///
/// Answers how many rows there are, which row is at a position, which position a row has, and where
/// sections begin. Positions count all matching rows of all sections, unless a comment says that
/// they are within a section.
///
/// Codes identify sections: those of the sectioning, or 0 for the only section of a list without
/// sectioning.
struct Listing: Sendable {
  /// The rows in order; empty while `unfinished` is not nil.
  var tree: SlotTree
  /// The rows as a set; undefined until `finish()` if `unfinished.knowsMembers` is false.
  var set: RowSet
  /// The criteria that decide the place of a row.
  var arrangement: ListingOrder
  /// The codes of the shown sections, in order.
  var shown: SlotTree
  /// The number of rows of each section, by code.
  var counts: [Int]
  /// An object that copies of this state share, and no others.
  var token = ListingToken()
  /// The first rows in order, with the means to order the others on demand; nil if all are in
  /// order.
  var unfinished: UnfinishedListing?

  /// Creates a listing of the members of a set.
  ///
  /// - Parameters:
  ///   - members: The rows.
  ///   - arrangement: The criteria that decide their places.
  ///   - sorted: All rows of the table in the order of the arrangement; nil if that is slot order.
  /// - Complexity: O(rows of the table / 64 + members)
  init(_ members: RowSet, _ arrangement: ListingOrder, sorted: SlotTree? = nil) {
    set = members
    self.arrangement = arrangement
    guard arrangement.scores != nil || arrangement.sectioning != nil else {
      let isAll = sorted?.count == members.count
      tree = isAll ? sorted ?? SlotTree() : SlotTree(sorted?.members(of: members) ?? members.slots)
      shown = SlotTree([0])
      counts = [tree.count]
      return
    }
    var slots = sorted?.members(of: members) ?? members.slots
    if let scores = arrangement.scores {
      slots = CountingSort.sorted(slots, descending: scores)
    }
    guard let sectioning = arrangement.sectioning else {
      tree = SlotTree(slots)
      shown = SlotTree([0])
      counts = [slots.count]
      return
    }
    var places = [Int](repeating: 0, count: sectioning.count)
    for (place, code) in sectioning.order.enumerated() { places[Int(code)] = place }
    slots = CountingSort.sorted(slots, buckets: places.count) {
      places[Int(sectioning.codes[Int($0)])]
    }
    var counts = [Int](repeating: 0, count: sectioning.count)
    for slot in slots { counts[Int(sectioning.codes[Int(slot)])] += 1 }
    tree = SlotTree(slots)
    shown = SlotTree(sectioning.order.filter { counts[Int($0)] > 0 || sectioning.isKept($0) })
    self.counts = counts
  }

  /// The rows as a set.
  var members: RowSet {
    if let unfinished, !unfinished.knowsMembers { unfinished.listing.set } else { set }
  }

  /// The number of rows.
  var count: Int { unfinished?.count ?? tree.count }

  /// The row at a position.
  ///
  /// - Complexity: O(log n)
  subscript(position: Int) -> UInt32 {
    guard let unfinished else { return tree[position] }
    return unfinished.slots(at: position..<position + 1)?.first
      ?? unfinished.listing.tree[position]
  }

  /// Returns the position of a row; nil if it is not a member.
  ///
  /// - Complexity: O(log n)
  func position(of slot: UInt32, in table: RowTable) -> Int? {
    if unfinished?.knowsMembers != false && !set.contains(slot) { return nil }
    if let unfinished {
      return unfinished.position(of: slot) ?? unfinished.listing.position(of: slot, in: table)
    }
    if tree.isIndexed { return tree.position(of: slot) }
    return tree.partitionPoint(0) { arrangement.isBefore($0, slot, in: table.columns) }
  }

  // MARK: Sections

  /// Returns the name of a section.
  func name(_ section: UInt32) -> String { arrangement.sectioning?.name(section) ?? "" }

  /// Returns the section with a name; nil if it is not shown.
  func section(named name: String) -> UInt32? {
    let code = arrangement.sectioning.map { $0.code(named: name) } ?? (name.isEmpty ? 0 : nil)
    return code.flatMap { isShown($0) ? $0 : nil }
  }

  /// Returns whether a section has rows or is shown while empty.
  func isShown(_ section: UInt32) -> Bool {
    guard let sectioning = arrangement.sectioning else { return true }
    return counts[Int(section)] > 0 || sectioning.isKept(section)
  }

  /// Returns the section of the row at a position.
  func section(at position: Int) -> UInt32 {
    if arrangement.sectioning == nil { return 0 }
    guard let unfinished else { return arrangement.section(of: self[position]) }
    // Empty sections begin where the next one does.
    return shown[shown.partitionPoint { unfinished.starts[Int($0)] <= position } - 1]
  }

  /// Returns the index of a shown section among the shown sections.
  ///
  /// - Complexity: O(log sections)
  func index(of section: UInt32) -> Int {
    guard let sectioning = arrangement.sectioning else { return 0 }
    let label = sectioning.labels[Int(section)]
    return shown.partitionPoint(UInt128(label) << 64) { sectioning.labels[Int($0)] < label }
  }

  /// Returns the position of the first row of a section, or where it would be.
  ///
  /// - Complexity: O(log n)
  func start(of section: UInt32) -> Int {
    guard let sectioning = arrangement.sectioning else { return 0 }
    if let unfinished { return unfinished.starts[Int(section)] }
    let label = sectioning.labels[Int(section)]
    return tree.partitionPoint(UInt128(label) << 64) { sectioning.label(of: $0) < label }
  }

  /// Returns the positions of the rows of a section.
  func range(of section: UInt32) -> Range<Int> {
    let start = start(of: section)
    return start..<start + counts[Int(section)]
  }
}
