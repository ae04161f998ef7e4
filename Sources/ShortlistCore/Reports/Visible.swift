/// The visible rows: a listing and the windows over its sections.
struct Visible: Sendable {
  let listing: Listing
  /// The windows of the shown sections that have a range, by section code.
  let windows: [UInt32: Window]

  /// Returns the visible rows of a shown section, as positions within it.
  func range(of section: UInt32) -> Range<Int> {
    windows[section]?.range ?? 0..<listing.counts[Int(section)]
  }

  /// The number of visible rows.
  var count: Int {
    windows.isEmpty ? listing.count : listing.shown.slots.reduce(0) { $0 + range(of: $1).count }
  }

  /// The shown sections with their visible rows.
  var sections: [VisibleSection] {
    var start = 0
    return listing.shown.slots.map { section in
      defer { start += listing.counts[Int(section)] }
      let range = range(of: section)
      var slots: [UInt32] = []
      slots.reserveCapacity(range.count)
      listing.forEach(start + range.lowerBound..<start + range.upperBound) {
        slots.append($0)
      }
      return VisibleSection(name: listing.name(section), slots: slots)
    }
  }
}
