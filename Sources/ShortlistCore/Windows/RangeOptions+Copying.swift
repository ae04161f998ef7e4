extension RangeOptions {
  /// Returns the options with another length, which also becomes the requested length.
  ///
  ///     let range = try await picker.windows.sections[0].options
  ///     picker.window = range.map { $0.copy(length: $0.length + 20) }  // 20 more than are visible
  ///
  /// - Precondition: `length` is not negative.
  public func copy(length: Int) -> Self { copy(length: length, offset: offset) }

  /// Returns the options with another offset.
  ///
  /// - Precondition: `offset` is not negative.
  public func copy(offset: Int) -> Self {
    precondition(offset >= 0, "a window's offset must not be negative, but is \(offset)")
    var copy = self
    copy.offset = offset
    return copy
  }

  /// Returns the options with another offset and another length, which also becomes the wanted
  /// length.
  ///
  /// - Precondition: Neither `length` nor `offset` is negative.
  public func copy(length: Int, offset: Int) -> Self {
    precondition(length >= 0, "a window's length must not be negative, but is \(length)")
    var copy = copy(offset: offset)
    copy.length = length
    copy.requestedLength = length
    return copy
  }

  /// The options as requested, with the requested length instead of the current one.
  ///
  /// Options that request the same range are equal in this form.
  var requested: Self {
    var copy = self
    copy.length = requestedLength
    return copy
  }

  /// Returns the options of a window at its current place.
  ///
  /// - Parameters:
  ///   - length: The number of visible rows.
  ///   - offset: The number of rows between the pin and the window.
  ///   - isFilled: Whether the window has reached the requested length before, so that it wants no
  ///     more rows than it has.
  /// - Returns: Options that place the same window when set again.
  func current(length: Int, offset: Int, isFilled: Bool) -> Self {
    var copy = self
    copy.length = length
    if isFlexible {
      copy.offset = offset
      if isFilled { copy.requestedLength = length }
    }
    return copy
  }
}
