/// The matching rows of a list in shown order, cut into sections.
///
/// All that others ask of it is how many rows there are, which row is at a position, at which
/// position a row is, and where sections begin.
struct Listing: Sendable {
  /// A section and its place among all matching rows.
  struct Section: Hashable, Sendable {
    var name: String
    var start: Int
    var count: Int

    var range: Range<Int> { start..<start + count }
  }

  /// The rows in order.
  private(set) var slots: [UInt32]
  /// The shown sections in order.
  private(set) var sections: [Section]
  /// The rows, whatever their order.
  let members: RowSet
  let arrangement: Arrangement

  /// What decides the place of a row.
  struct Arrangement: Sendable {
    /// The sections, nil for one that has all rows.
    var sectioning: Sectioning?
    /// Points of each slot, the greatest first, ahead of the order; nil if there are none.
    var scores: [UInt16]?
    /// The order, nil for that of the slots.
    var order: Order?

    /// The key by which a listing is sorted.
    func key(_ slot: UInt32) -> (section: UInt32, score: Int, place: UInt32) {
      let index = Int(slot)
      return (sectioning?.of[index] ?? 0, -Int(scores?[index] ?? 0), order?.places[index] ?? slot)
    }
  }

  /// Lists the members of a set.
  ///
  /// - Complexity: O(rows of the table / 64 + members), and O(m log m) where the members are few
  ///   among the rows of a sorted table
  init(_ members: RowSet, _ arrangement: Arrangement) {
    self.members = members
    self.arrangement = arrangement
    let count = members.count
    var slots = Self.ordered(members, count, arrangement.order)
    if let scores = arrangement.scores {
      let highest = Int(scores.max() ?? 0)
      slots = CountingSort.sorted(slots, buckets: highest + 1) { highest - Int(scores[Int($0)]) }
    }
    guard let sectioning = arrangement.sectioning else {
      self.slots = slots
      sections = [Section(name: "", start: 0, count: count)]
      checkInvariants()
      return
    }
    self.slots = CountingSort.sorted(slots, buckets: sectioning.names.count) {
      Int(sectioning.of[Int($0)])
    }
    var counts = [Int](repeating: 0, count: sectioning.names.count)
    for slot in slots { counts[Int(sectioning.of[Int(slot)])] += 1 }
    sections = []
    var start = 0
    for (index, count) in counts.enumerated() where count > 0 || sectioning.keptEmpty ~= index {
      sections.append(Section(name: sectioning.names[index], start: start, count: count))
      start += count
    }
    checkInvariants()
  }

  private static func ordered(_ members: RowSet, _ count: Int, _ order: Order?) -> [UInt32] {
    guard let order else { return members.slots }
    // Walking the whole order costs a look at every row, sorting the members by their places some
    // twenty steps for each of them.
    if count > members.universe / 16 { return order.slots.filter { members[$0] } }
    return members.slots.sorted { order.places[Int($0)] < order.places[Int($1)] }
  }

  /// The number of rows.
  var count: Int { slots.count }

  /// The row at a position.
  subscript(position: Int) -> UInt32 { slots[position] }

  /// The position of a row among all, nil if it is not a member.
  ///
  /// - Complexity: O(log n)
  func position(of slot: UInt32) -> Int? {
    guard members[slot] else { return nil }
    let wanted = arrangement.key(slot)
    var low = 0
    var high = slots.count
    while low < high {
      let middle = (low + high) / 2
      if arrangement.key(slots[middle]) < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the shown section that has the row at a position.
  ///
  /// - Complexity: O(log sections)
  func section(at position: Int) -> Int {
    var low = 0
    var high = sections.count
    while low < high {
      let middle = (low + high) / 2
      if sections[middle].range.upperBound <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
