extension Changeset {
  /// A section, represented by its name and the ids of its visible rows.
  ///
  ///     var shown = [Changeset<RowID>.Section(name: "", ids: [1, 2])]
  ///     changes.apply(to: &shown)
  public struct Section: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The ids of the visible rows, in order.
    public var ids: [ID]

    /// Creates a section.
    public init(name: String, ids: [ID]) {
      self.name = name
      self.ids = ids
    }
  }

  /// Applies the changes to sections of a custom type.
  ///
  /// Keeps moved rows and sections as they are. Calls `makeRow` once for each inserted or updated
  /// id:
  ///
  ///     struct Shelf {
  ///       var title: String
  ///       var books: [Book] = []
  ///     }
  ///
  ///     var shelves: [Shelf] = []
  ///     changes.apply(to: &shelves, rows: \.books) { name in
  ///       Shelf(title: name)
  ///     } row: { id in
  ///       library[id]
  ///     }
  ///
  /// - Parameters:
  ///   - sections: The sections before the change, which become those after it. They stay unchanged
  ///     if a closure throws.
  ///   - path: The key path to the visible rows of a section.
  ///   - makeSection: Creates a section from its name; its rows are added later.
  ///   - makeRow: Returns the row of an id as it is after the change.
  /// - Throws: Any error that the closures throw.
  /// - Precondition: The changes belong to these sections: every position exists and none is used
  ///   twice.
  /// - Complexity: O(s + v + k log k) for s sections, v rows in the sections whose rows change, and
  ///   k changes
  public func apply<OwnSection, Rows: RangeReplaceableCollection>(
    to sections: inout [OwnSection], rows path: WritableKeyPath<OwnSection, Rows>,
    section makeSection: (String) throws -> OwnSection,
    row makeRow: (ID) throws -> Rows.Element
  ) rethrows {
    var result = sections
    var moved: [Place: Rows.Element] = [:]
    for (section, departures) in departures {
      precondition(
        result.indices.contains(section),
        "The changes name section \(section) of \(result.count) before them.")
      let rows = result[section][keyPath: path]
      var kept = Rows()
      var start = rows.startIndex
      var position = 0
      for departure in departures {
        // The rows up to this one stay.
        let end =
          departure.row < position
          ? nil : rows.index(start, offsetBy: departure.row - position, limitedBy: rows.endIndex)
        guard let end, end < rows.endIndex else {
          preconditionFailure(
            """
            The changes name row \(departure.row) of section \(section) before them, twice or \
            beyond its \(rows.count) rows.
            """)
        }
        kept.append(contentsOf: rows[start..<end])
        switch departure.kind {
        case .delete: break
        case .move: moved[Place(section: section, row: departure.row)] = rows[end]
        case .update: kept.append(try makeRow(departure.id))
        }
        start = rows.index(after: end)
        position = departure.row + 1
      }
      kept.append(contentsOf: rows[start...])
      result[section][keyPath: path] = kept
    }

    result = try applySections(to: result, rows: path, section: makeSection, row: makeRow)
    for (section, arrivals) in arrivals {
      precondition(
        result.indices.contains(section),
        "The changes name section \(section) of \(result.count) after them.")
      var elements: [(at: Int, element: Rows.Element)] = []
      for arrival in arrivals {
        var element = arrival.origin.flatMap { moved[$0] }
        if element == nil || arrival.isUpdated { element = try makeRow(arrival.id) }
        if let element { elements.append((arrival.row, element)) }
      }
      result[section][keyPath: path].insert(elements, in: "rows of section \(section)")
    }
    sections = result
  }

  /// Removes and inserts sections.
  private func applySections<OwnSection, Rows: RangeReplaceableCollection>(
    to sections: [OwnSection], rows path: WritableKeyPath<OwnSection, Rows>,
    section makeSection: (String) throws -> OwnSection,
    row makeRow: (ID) throws -> Rows.Element
  ) rethrows -> [OwnSection] {
    if self.sections.isEmpty { return sections }
    var isGone = [Bool](repeating: false, count: sections.count)
    var arrivals: [(at: Int, element: OwnSection)] = []
    func remove(_ index: Int) {
      precondition(
        sections.indices.contains(index) && !isGone[index],
        """
        The changes name section \(index) before them, twice or beyond the \(sections.count) \
        sections.
        """)
      isGone[index] = true
    }
    for change in self.sections {
      switch change {
      case .delete(let from, _): remove(from)
      case .insert(let to, let name, let ids):
        var section = try makeSection(name)
        var rows = Rows()
        for id in ids { rows.append(try makeRow(id)) }
        section[keyPath: path] = rows
        arrivals.append((to, section))
      case .move(let from, let to, _):
        remove(from)
        arrivals.append((to, sections[from]))
      }
    }
    var result = sections.indices.filter { !isGone[$0] }.map { sections[$0] }
    result.insert(arrivals.sorted { $0.at < $1.at }, in: "sections")
    return result
  }

  /// Applies the changes to the rows of a list without sections.
  ///
  ///     changes.apply(to: &books) { id in library[id] }
  ///
  /// - Parameters:
  ///   - rows: The visible rows before the change, which become those after it.
  ///   - makeRow: Returns the row of an id as it is after the change.
  /// - Throws: Any error that the closure throws; the rows then stay unchanged.
  /// - Precondition: The changes belong to these rows and to no section other than the first.
  /// - Complexity: O(v + k log k) for v rows and k changes
  public func apply<Rows: RangeReplaceableCollection>(
    to rows: inout Rows, row makeRow: (ID) throws -> Rows.Element
  ) rethrows {
    precondition(
      sections.isEmpty, "Rows without sections cannot take \(sections.count) changes of sections.")
    var sections = [rows]
    try apply(to: &sections, rows: \.self, section: { _ in Rows() }, row: makeRow)
    rows = sections[0]
  }

  /// Applies the changes to the names of sections and the ids of rows.
  ///
  /// - Parameter sections: The sections before the change, which become those after it.
  /// - Precondition: The changes belong to these sections: every position exists and has the name
  ///   or id that the changes give, and none is used twice.
  /// - Complexity: O(s + v + k log k) for s sections, v rows in the sections whose rows change, and
  ///   k changes
  public func apply(to sections: inout [Section]) {
    for case .delete(let from, let name) in self.sections { check(name, at: from, of: sections) }
    for case .move(let from, _, let name) in self.sections { check(name, at: from, of: sections) }
    for (section, departures) in departures {
      for departure in departures {
        let ids = sections.indices.contains(section) ? sections[section].ids : []
        precondition(
          ids.indices.contains(departure.row) && ids[departure.row] == departure.id,
          """
          The changes name row \(departure.id) at \(departure.row) of section \(section) before \
          them, where it is not.
          """)
      }
    }
    apply(to: &sections, rows: \.ids, section: { Section(name: $0, ids: []) }, row: { $0 })
  }

  private func check(_ name: String, at index: Int, of sections: [Section]) {
    precondition(
      sections.indices.contains(index) && BinaryString(sections[index].name) == BinaryString(name),
      "The changes name section \(name) at \(index) before them, where it is not.")
  }
}

extension Changeset {
  /// A delete, move or update of a row that exists before the change.
  private struct Departure {
    enum Kind { case delete, move, update }

    var row: Int
    var id: ID
    var kind: Kind
  }

  /// A row that is inserted or moved to its position.
  private struct Arrival {
    var row: Int
    var id: ID
    var origin: Place?
    var isUpdated: Bool
  }

  /// The changes of existing rows by section before, ascending by position before.
  private var departures: [Int: [Departure]] {
    var found: [Int: [Departure]] = [:]
    for change in rows {
      switch change {
      case .delete(let id, let from):
        found[from.section, default: []].append(Departure(row: from.row, id: id, kind: .delete))
      case .insert: break
      case .move(let id, let from, _, _):
        found[from.section, default: []].append(Departure(row: from.row, id: id, kind: .move))
      case .update(let id, let from):
        found[from.section, default: []].append(Departure(row: from.row, id: id, kind: .update))
      }
    }
    return found.mapValues { $0.sorted { $0.row < $1.row } }
  }

  /// The inserted and moved rows by section after, ascending by position after.
  private var arrivals: [Int: [Arrival]] {
    var found: [Int: [Arrival]] = [:]
    for change in rows {
      switch change {
      case .insert(let id, let to):
        found[to.section, default: []].append(
          Arrival(row: to.row, id: id, origin: nil, isUpdated: false))
      case .move(let id, let from, let to, let isUpdated):
        found[to.section, default: []].append(
          Arrival(row: to.row, id: id, origin: from, isUpdated: isUpdated))
      case .delete, .update: break
      }
    }
    return found.mapValues { $0.sorted { $0.row < $1.row } }
  }
}

extension RangeReplaceableCollection {
  /// Inserts elements at positions after the change, ascending; the others keep their order.
  fileprivate mutating func insert(_ arrivals: [(at: Int, element: Element)], in place: String) {
    var result = Self()
    var start = startIndex
    var size = 0
    for arrival in arrivals {
      // The other elements up to this position.
      let end =
        arrival.at < size
        ? nil : index(start, offsetBy: arrival.at - size, limitedBy: endIndex)
      guard let end else {
        preconditionFailure(
          """
          The changes put something in at \(arrival.at) of the \(place) after them, twice or \
          beyond their number.
          """)
      }
      result.append(contentsOf: self[start..<end])
      result.append(arrival.element)
      start = end
      size = arrival.at + 1
    }
    result.append(contentsOf: self[start...])
    self = result
  }
}
