package import Shortlist

/// How a table is arranged on the screen: its order, its sections, and its columns.
package struct Arrangement: Hashable, Sendable {
  /// The keys of the order; the first one counts most.
  package var sort: [SortKey]
  /// The sections; nil for none.
  package var sections: SectionRule?
  /// The columns in order; attributes that are missing here come after them.
  private var order: [String]
  /// The attributes that are shown; nil for all.
  private var shown: Set<String>?
  /// The widths that were chosen.
  package private(set) var widths: [String: Int]

  /// Creates an arrangement.
  ///
  /// - Parameters:
  ///   - columns: The attributes to show, in this order; nil for all.
  ///   - sort: The keys of the order.
  ///   - sections: The sections; nil for none.
  ///   - widths: The widths of columns that do not have that of their content.
  package init(
    columns: [String]? = nil, sort: [SortKey] = [], sections: SectionRule? = nil,
    widths: [String: Int] = [:]
  ) {
    self.widths = widths
    self.sort = sort
    self.sections = sections
    order = columns ?? []
    shown = columns.map(Set.init)
  }

  // MARK: Columns

  /// Returns all attributes in the order of the columns, hidden ones too.
  package func ordered(_ names: [String]) -> [String] {
    let known = Set(names)
    let first = order.filter(known.contains)
    let placed = Set(first)
    return first + names.filter { !placed.contains($0) }
  }

  /// Returns whether an attribute is shown, as a column or as the headings of sections.
  package func shows(_ name: String) -> Bool { shown?.contains(name) ?? true }

  /// Returns the attributes that are shown, in order.
  package func shownNames(of names: [String]) -> [String] { ordered(names).filter(shows) }

  /// Returns the columns: the attributes that are shown, without the one whose values are the
  /// headings of sections.
  package func columns(of names: [String]) -> [String] {
    let all = shownNames(of: names)
    let columns = all.filter { $0 != sections?.attribute }
    return columns.isEmpty ? all : columns
  }

  /// Returns whether the columns are those of another arrangement.
  package func hasColumns(of other: Arrangement, _ names: [String]) -> Bool {
    shownNames(of: names) == other.shownNames(of: names)
  }

  /// Shows an attribute or hides it; the last one that is shown stays.
  package mutating func toggle(_ name: String, of names: [String]) {
    var shown = shown ?? Set(names)
    if shown.remove(name) == nil { shown.insert(name) }
    if !shown.isDisjoint(with: names) { self.shown = shown }
  }

  /// Moves a column, past hidden ones too.
  package mutating func move(_ name: String, by step: Int, of names: [String]) {
    var all = ordered(names)
    guard let place = all.firstIndex(of: name), all.indices.contains(place + step) else { return }
    all.swapAt(place, place + step)
    order = all
  }

  /// Chooses the width of a column; nil for that of its content.
  package mutating func setWidth(_ width: Int?, of name: String) {
    widths[name] = width.map { max(1, min($0, 400)) }
  }

  // MARK: Order and sections

  /// Adds an attribute to the order; turns it round if it is there, and then removes it.
  package mutating func changeSort(by name: String) {
    guard let place = sort.firstIndex(where: { $0.attribute == name }) else {
      return sort.append(SortKey(name))
    }
    if sort[place].order == .ascending {
      sort[place].order = .descending
    } else {
      sort.remove(at: place)
    }
  }

  /// Compares the texts of an attribute that orders the rows in the natural way, or in the plain
  /// one.
  ///
  /// An attribute that does not order them does so then.
  package mutating func changeCollation(by name: String) {
    if !sort.contains(where: { $0.attribute == name }) { sort.append(SortKey(name)) }
    guard let place = sort.firstIndex(where: { $0.attribute == name }) else { return }
    sort[place].collation = sort[place].collation == .plain ? .natural : .plain
  }

  /// Orders by an attribute alone; turns it round if that is so, and then removes it.
  package mutating func sort(by name: String) {
    sort.removeAll { $0.attribute != name }
    changeSort(by: name)
  }

  /// Makes sections of an attribute; turns their order round if that is so, and then removes them.
  package mutating func changeSections(by name: String) {
    switch sections {
    case SectionRule(by: name): sections = SectionRule(by: name, order: .descending)
    case SectionRule(by: name, order: .descending): sections = nil
    default: sections = SectionRule(by: name)
    }
  }

  /// Returns the sign of an attribute that orders the rows: ▲, or ▲2 for the second of several;
  /// empty for others.
  package func sign(of name: String, isASCII: Bool) -> String {
    guard let place = sort.firstIndex(where: { $0.attribute == name }) else { return "" }
    let isUp = sort[place].order == .ascending
    let sign = isASCII ? (isUp ? "^" : "v") : isUp ? "▲" : "▼"
    return sort.count == 1 ? sign : sign + "\(place + 1)"
  }
}
