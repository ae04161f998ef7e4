/// A lookup of a changeset by position: where sections and rows go, and where they come from.
struct ChangesetMap<ID: Hashable & Sendable> {
  typealias Place = Changeset<ID>.Place

  /// A row that is inserted or moved to its place.
  struct Arrival {
    var id: ID
    /// The place before; nil for an inserted row.
    var origin: Place?
  }

  /// A section that is inserted or moved to its position.
  private struct SectionArrival {
    var name: String
    /// The position before; nil for an inserted section.
    var origin: Int?
  }

  private let sectionShift: IndexShift
  /// The positions after of moved sections and nil for deleted ones, by position before.
  private var sectionTargets: [Int: Int?] = [:]
  /// The inserted and moved sections, by position after.
  private var sectionArrivals: [Int: SectionArrival] = [:]
  /// The shifts of rows, by section before.
  private let rowShifts: [Int: IndexShift]
  private var rowTargets: [Place: Place?] = [:]
  /// The individually inserted and moved rows, by place after.
  private(set) var arrivals: [Place: Arrival] = [:]

  /// Creates a map.
  ///
  /// - Complexity: O(k log k) for k changes; so are all lookups of these changes together
  init(_ changes: Changeset<ID>) {
    for change in changes.sections {
      switch change {
      case .delete(let from, _): sectionTargets[from] = .some(nil)
      case .insert(let to, let name, _):
        sectionArrivals[to] = SectionArrival(name: name, origin: nil)
      case .move(let from, let to, let name):
        sectionTargets[from] = to
        sectionArrivals[to] = SectionArrival(name: name, origin: from)
      }
    }
    for change in changes.rows {
      switch change {
      case .delete(_, let from): rowTargets[from] = .some(nil)
      case .insert(let id, let to): arrivals[to] = Arrival(id: id, origin: nil)
      case .move(let id, let from, let to, _):
        rowTargets[from] = to
        arrivals[to] = Arrival(id: id, origin: from)
      case .update: break
      }
    }
    let shift = IndexShift(
      removed: Array(sectionTargets.keys), inserted: Array(sectionArrivals.keys))
    let sectionArrivals = sectionArrivals
    sectionShift = shift
    rowShifts = IndexShift.bySection(
      removed: rowTargets.keys.map { ($0.section, $0.row) },
      inserted: arrivals.keys.compactMap { place in
        let arrival = sectionArrivals[place.section]
        let origin = arrival == nil ? shift.origin(of: place.section) : arrival?.origin
        return origin.map { ($0, place.row) }
      })
  }

  /// Returns the position after of a section; nil if it is deleted.
  func target(ofSection index: Int) -> Int? {
    sectionTargets[index] ?? sectionShift.target(of: index)
  }

  /// Returns the position before of a section; nil if it is inserted.
  func origin(ofSection index: Int) -> Int? {
    if let arrival = sectionArrivals[index] { return arrival.origin }
    return sectionShift.origin(of: index)
  }

  /// Returns whether a section is inserted or moved to a position after; if so, checks its name.
  func isArrival(section index: Int, name: String) -> Bool {
    guard let arrival = sectionArrivals[index] else { return false }
    precondition(
      BinaryString(arrival.name) == BinaryString(name),
      "The changes that follow name section \(name) at \(index), where \(arrival.name) is.")
    return true
  }

  /// Returns whether a row is inserted or moved to a place after; if so, checks its id.
  func isArrival(_ place: Place, id: ID) -> Bool {
    guard let arrival = arrivals[place] else { return false }
    precondition(
      arrival.id == id,
      """
      The changes that follow name row \(id) at \(place.row) of section \(place.section), where \
      \(arrival.id) is.
      """)
    return true
  }

  /// Returns the place after of a row; nil if the row or its section is deleted.
  func target(of place: Place) -> Place? {
    if let target = rowTargets[place] { return target }
    guard let section = target(ofSection: place.section) else { return nil }
    let row = rowShifts[place.section]?.target(of: place.row) ?? place.row
    return Place(section: section, row: row)
  }

  /// Returns the place before of a row; nil if the row or its section is inserted.
  func origin(of place: Place) -> Place? {
    if let arrival = arrivals[place] { return arrival.origin }
    guard let section = origin(ofSection: place.section) else { return nil }
    return Place(
      section: section, row: rowShifts[section]?.origin(of: place.row) ?? place.row)
  }
}

extension IndexShift {
  /// Returns the shifts of rows, by section before.
  ///
  /// - Parameters:
  ///   - removed: The sections before and the positions before of removed rows.
  ///   - inserted: The sections before and the positions after of inserted rows.
  /// - Returns: A shift for each of these sections.
  static func bySection(
    removed: [(section: Int, row: Int)], inserted: [(section: Int, row: Int)]
  ) -> [Int: IndexShift] {
    let removed = Dictionary(grouping: removed) { $0.section }
    let inserted = Dictionary(grouping: inserted) { $0.section }
    let sections = Set(removed.keys).union(inserted.keys)
    return Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let shift = IndexShift(
          removed: (removed[section] ?? []).map(\.row),
          inserted: (inserted[section] ?? []).map(\.row))
        return (section, shift)
      })
  }
}
