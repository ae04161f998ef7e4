/// A mapping between positions among the visible rows of all sections and positions among all
/// matching rows.
struct VisibleRowMap {
  /// The visible rows of one section.
  struct Part {
    /// The code of the section.
    let section: UInt32
    /// The position of the section's first visible row among the visible rows of all sections.
    let start: Int
    /// The positions of the section's visible rows among all matching rows.
    let rows: Range<Int>
  }

  private let listing: Listing
  /// The sections with visible rows, in order; nil if all matching rows are visible.
  private let parts: [Part]?
  /// The number of visible rows.
  let count: Int

  /// Creates the mapping for the visible rows.
  ///
  /// - Complexity: O(1) without windows; otherwise O(sections)
  init(_ visible: Visible) {
    listing = visible.listing
    if visible.windows.isEmpty {
      parts = nil
      count = listing.count
      return
    }
    var parts: [Part] = []
    var start = 0
    var place = 0
    for section in listing.shown.slots {
      let range = visible.range(of: section)
      if !range.isEmpty {
        let rows = place + range.lowerBound..<place + range.upperBound
        parts.append(Part(section: section, start: start, rows: rows))
      }
      start += range.count
      place += listing.counts[Int(section)]
    }
    self.parts = parts
    count = start
  }

  /// Returns the part that contains the row at a position among the visible rows.
  ///
  /// - Complexity: O(log n)
  func part(at position: Int) -> Part {
    guard let parts else {
      let section = listing.section(at: position)
      let rows = listing.range(of: section)
      return Part(section: section, start: rows.lowerBound, rows: rows)
    }
    return parts[parts.indices.partitionPoint { parts[$0].start <= position } - 1]
  }

  /// Returns the position among the visible rows for a position among all matching rows; nil if
  /// that row is not visible.
  ///
  /// - Complexity: O(log sections)
  func position(of place: Int) -> Int? {
    guard let parts else { return place }
    let index = parts.indices.partitionPoint { parts[$0].rows.lowerBound <= place } - 1
    guard index >= 0, parts[index].rows.contains(place) else { return nil }
    return parts[index].start + place - parts[index].rows.lowerBound
  }
}
