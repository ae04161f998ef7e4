/// The visible part of a section: a range that was asked for, and where it lies.
///
/// A window is a value that knows no rows. It is placed over a number of rows, and moved by what
/// happened at which positions of the section.
struct Window: Hashable, Sendable {
  /// What was asked for, nil for everything.
  let options: RangeOptions?
  /// The visible rows as positions within the section.
  var range: Range<Int>
  /// Whether a flexible window has once been as long as asked, so that it fills itself up no more.
  var isFilled = false
}

extension Window {
  /// Places a range over a section of `count` rows.
  init(placing options: RangeOptions?, over count: Int) {
    guard let options = options?.asked else {
      self.init(options: nil, range: 0..<count)
      return
    }
    let near = min(options.offset, count)
    let far = near + min(options.wantedLength, count - near)
    self.init(
      options: options, range: options.pin == .end ? count - far..<count - near : near..<far)
    if options.isFlexible { settle(options, over: count) }
  }

  /// How many of the section's `count` rows lie between the pin and the window.
  func offset(over count: Int) -> Int {
    options?.pin == .end ? count - range.upperBound : range.lowerBound
  }

  /// The options for reading back from a section of `count` rows; nil for everything.
  func currentOptions(over count: Int) -> RangeOptions? {
    options?.current(length: range.count, offset: offset(over: count), isFilled: isFilled)
  }
}
