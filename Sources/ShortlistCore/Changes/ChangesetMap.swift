/// A changeset looked up by position: where sections and rows go, and where they come from.
struct ChangesetMap<ID: Hashable & Sendable> {
  typealias Place = Changeset<ID>.Place

  /// A row that is put in.
  struct Arrival {
    var id: ID
    /// The place before; nil for an inserted row.
    var origin: Place?
  }

  /// A section that is put in.
  private struct SectionArrival {
    var name: String
    /// The position before; nil for an inserted section.
    var origin: Int?
  }

  private let sectionShift: IndexShift
  /// Of the sections that are taken out the positions after, nil of deleted ones.
  private var sectionTargets: [Int: Int?] = [:]
  /// The sections that are put in, by position after.
  private var sectionArrivals: [Int: SectionArrival] = [:]
  /// The shifts of rows by section before.
  private let rowShifts: [Int: IndexShift]
  private var rowTargets: [Place: Place?] = [:]
  /// The rows that are put in one by one.
  private(set) var arrivals: [Place: Arrival] = [:]

  /// Creates a map.
  ///
  /// - Complexity: O(k log k) for k changes; so are they all together
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

  /// The position after of a section, nil if it is deleted.
  func target(ofSection index: Int) -> Int? {
    sectionTargets[index] ?? sectionShift.target(of: index)
  }

  /// The position before of a section, nil if it is inserted.
  func origin(ofSection index: Int) -> Int? {
    if let arrival = sectionArrivals[index] { return arrival.origin }
    return sectionShift.origin(of: index)
  }

  /// Whether a section is put in at a position after; then it must have this name.
  func isArrival(section index: Int, name: String) -> Bool {
    guard let arrival = sectionArrivals[index] else { return false }
    precondition(
      BinaryString(arrival.name) == BinaryString(name),
      "The changes that follow name section \(name) at \(index), where \(arrival.name) is.")
    return true
  }

  /// Whether a row is put in at a place after; then it must have this id.
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

  /// The place after of a row, nil if it or its section is deleted.
  func target(of place: Place) -> Place? {
    if let target = rowTargets[place] { return target }
    guard let section = target(ofSection: place.section) else { return nil }
    let row = rowShifts[place.section]?.target(of: place.row) ?? place.row
    return Place(section: section, row: row)
  }

  /// The place before of a row, nil if it or its section is inserted.
  func origin(of place: Place) -> Place? {
    if let arrival = arrivals[place] { return arrival.origin }
    guard let section = origin(ofSection: place.section) else { return nil }
    return Place(
      section: section, row: rowShifts[section]?.origin(of: place.row) ?? place.row)
  }
}

extension IndexShift {
  /// The shifts of rows by section before.
  ///
  /// - Parameters:
  ///   - removed: The sections before and the positions before of rows that are taken out.
  ///   - inserted: The sections before and the positions after of rows that are put in.
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
