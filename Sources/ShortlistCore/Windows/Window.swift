/// The visible part of a section: a range that was asked for, and where it lies.
struct Window: Hashable, Sendable {
  /// What was asked for, nil for everything.
  let options: RangeOptions?
  /// The visible rows as positions within the section.
  let range: Range<Int>

  /// Places a range over a section of `count` rows.
  init(placing options: RangeOptions?, over count: Int) {
    self.options = options
    guard let options else {
      range = 0..<count
      return
    }
    let near = min(options.offset, count)
    let far = near + min(options.length, count - near)
    range = options.pin == .end ? count - far..<count - near : near..<far
  }
}
