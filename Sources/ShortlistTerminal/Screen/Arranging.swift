package import Shortlist

/// A change of the order, of the sections, or of the ranges of rows that sections show.
package struct Arranging: Hashable, Sendable {
  /// The order of the rows and the sections.
  package struct Order: Hashable, Sendable {
    package var sort: [SortKey]
    package var sections: SectionRule?

    package init(sort: [SortKey], sections: SectionRule? = nil) {
      self.sort = sort
      self.sections = sections
    }
  }

  /// The range of rows of a section; without a name, of all sections that have none of their own.
  package struct Part: Hashable, Sendable {
    package let section: String?
    package let range: RangeOptions?

    package init(section: String?, range: RangeOptions?) {
      self.section = section
      self.range = range
    }
  }

  /// The new order; nil to leave it as it is.
  package var order: Order?
  /// The new ranges.
  package var parts: [Part] = []

  package init(order: Order? = nil) { self.order = order }
}

/// Which sections are collapsed.
///
/// A collapsed section is a range of one row, which is drawn as the heading alone. So the list
/// counts and selects as before, and reads no more rows than are shown.
package struct Collapsing: Hashable, Sendable {
  /// Whether sections are collapsed unless `exceptions` names them.
  package private(set) var isForAll = false
  private var exceptions: Set<String> = []
  /// The sections that have a range of their own, to which the range of all no longer applies.
  private var own: Set<String> = []

  /// The range of a collapsed section.
  private static let closed = RangeOptions.fixed(length: 1)

  package init() {}

  /// Collapses these sections, or all but these.
  package init(isForAll: Bool, exceptions: Set<String>) {
    self.isForAll = isForAll
    self.exceptions = exceptions
    own = exceptions
  }

  /// The sections that are collapsed, or, if `isForAll`, those that are not.
  package var names: [String] { exceptions.sorted() }

  /// Returns the ranges of sections with which a list begins.
  ///
  /// - Parameter window: The range that the list shows of each section; nil for all rows.
  /// - Returns: The ranges.
  package func parts(window: RangeOptions?) -> [Arranging.Part] {
    let parts = names.map { Arranging.Part(section: $0, range: isForAll ? window : Self.closed) }
    return (isForAll ? [Arranging.Part(section: nil, range: Self.closed)] : []) + parts
  }

  /// Whether any section may be collapsed.
  package var isActive: Bool { isForAll || !exceptions.isEmpty }

  /// Returns whether a section is collapsed.
  package func contains(_ section: String) -> Bool { isForAll != exceptions.contains(section) }

  /// Collapses a section, or opens it.
  ///
  /// - Parameters:
  ///   - section: Its name.
  ///   - window: The range that the list shows of each section; nil for all rows.
  /// - Returns: The range of the section.
  mutating func toggle(_ section: String, window: RangeOptions?) -> Arranging.Part {
    if exceptions.remove(section) == nil { exceptions.insert(section) }
    own.insert(section)
    return Arranging.Part(section: section, range: contains(section) ? Self.closed : window)
  }

  /// Collapses all sections, or opens them.
  ///
  /// - Returns: The ranges of sections.
  mutating func setAll(_ isForAll: Bool, window: RangeOptions?) -> [Arranging.Part] {
    let range = isForAll ? Self.closed : window
    self.isForAll = isForAll
    exceptions = []
    let parts = own.sorted().map { Arranging.Part(section: $0, range: range) }
    return parts + [Arranging.Part(section: nil, range: range)]
  }
}
