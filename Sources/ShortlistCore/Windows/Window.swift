/// The visible part of a section: the requested range and its current positions.
///
/// A window is a value that holds no rows. It is placed over a number of rows and follows a
/// `SectionBatch` by positions alone.
struct Window: Hashable, Sendable {
  /// The requested range; nil for all rows.
  let options: RangeOptions?
  /// The positions of the visible rows within the section.
  var range: Range<Int>
  /// Whether a flexible window has once reached the requested length, after which it stops filling
  /// up.
  var isFilled = false
}

extension Window {
  /// Whether the window follows its rows.
  var isFlexible: Bool { options?.isFlexible ?? false }

  /// Places a range over a section of `count` rows.
  init(placing options: RangeOptions?, over count: Int) {
    guard let options = options?.requested else {
      self.init(options: nil, range: 0..<count)
      return
    }
    let near = min(options.offset, count)
    let far = near + min(options.requestedLength, count - near)
    self.init(
      options: options, range: options.pin == .end ? count - far..<count - near : near..<far)
    if options.isFlexible { fit(options, over: count) }
  }

  /// Returns how many of the section's `count` rows lie between the pin and the window.
  func offset(over count: Int) -> Int {
    options?.pin == .end ? count - range.upperBound : range.lowerBound
  }

  /// Returns the options to read back, for a section of `count` rows; nil for all rows.
  func currentOptions(over count: Int) -> RangeOptions? {
    options?.current(length: range.count, offset: offset(over: count), isFilled: isFilled)
  }
}
