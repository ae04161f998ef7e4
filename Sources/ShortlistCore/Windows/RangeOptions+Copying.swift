extension RangeOptions {
  /// The same options with another length, which is also the new wanted one.
  ///
  ///     options.copy(length: options.length + 20)  // 20 rows more than are visible now
  ///
  /// - Precondition: `length` is not negative.
  public func copy(length: Int) -> Self { copy(length: length, offset: offset) }

  /// The same options with another offset.
  ///
  /// - Precondition: `offset` is not negative.
  public func copy(offset: Int) -> Self {
    precondition(offset >= 0, "a window's offset must not be negative, but is \(offset)")
    var copy = self
    copy.offset = offset
    return copy
  }

  /// The same options with another length, which is also the new wanted one, and another offset.
  ///
  /// - Precondition: Neither `length` nor `offset` is negative.
  public func copy(length: Int, offset: Int) -> Self {
    precondition(length >= 0, "a window's length must not be negative, but is \(length)")
    var copy = copy(offset: offset)
    copy.length = length
    copy.wantedLength = length
    return copy
  }

  /// The same range as it was asked for: without the length of a moment.
  ///
  /// Options that ask for the same range are equal in this form.
  var asked: Self {
    var copy = self
    copy.length = wantedLength
    return copy
  }

  /// The options of a window that lies where it lies now.
  ///
  /// - Parameters:
  ///   - length: Visible rows.
  ///   - offset: Rows between the pin and the window.
  ///   - isFilled: Whether the window has once been as long as asked, so that it wants no more rows
  ///     than it has.
  /// - Returns: Options that, set again, place the same window.
  func current(length: Int, offset: Int, isFilled: Bool) -> Self {
    var copy = self
    copy.length = length
    if isFlexible {
      copy.offset = offset
      if isFilled { copy.wantedLength = length }
    }
    return copy
  }
}
