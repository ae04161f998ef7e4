extension Window {
  /// Adjusts the length of a flexible window over `count` rows to its limits.
  ///
  /// Fills the window up to the requested length if it has not reached it before. Then cuts it to
  /// the maximum, and then extends it to the minimum.
  mutating func fit(_ options: RangeOptions, over count: Int) {
    let isAtEnd = options.pin == .end
    let target = min(options.requestedLength, options.maxLength)
    if !isFilled { extend(to: target, over: count, upwards: !isAtEnd) }
    if range.count > options.maxLength {
      range =
        isAtEnd
        ? range.upperBound - options.maxLength..<range.upperBound
        : range.lowerBound..<range.lowerBound + options.maxLength
    }
    extend(to: options.minLength, over: count, upwards: isAtEnd)
    extend(to: options.minLength, over: count, upwards: !isAtEnd)
    if range.count >= target { isFilled = true }
  }

  /// Extends the window at one edge, up to a length or to the end of the section.
  private mutating func extend(to length: Int, over count: Int, upwards: Bool) {
    let missing = max(0, length - range.count)
    if upwards {
      range = range.lowerBound..<range.upperBound + min(missing, count - range.upperBound)
    } else {
      range = range.lowerBound - min(missing, range.lowerBound)..<range.upperBound
    }
  }
}
