extension Unicode.Scalar {
  /// The columns that this scalar occupies on a terminal by itself: 0, 1 or 2.
  ///
  /// Characters of ambiguous width count as one column. Controls count as zero, because they are
  /// never sent.
  package var displayWidth: Int {
    if value < 0x7F { return value < 0x20 ? 0 : 1 }
    if value < 0x300 { return value < 0xA0 || value == 0xAD ? 0 : 1 }
    if Self.contains(value, in: WidthTable.zero) { return 0 }
    return Self.contains(value, in: WidthTable.wide) ? 2 : 1
  }

  /// Returns whether `value` is in one of the ranges, given as ascending pairs of first and last.
  private static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return 2 * low < ranges.count && ranges[2 * low] <= value
  }

  /// Whether this scalar is a regional indicator, one half of a flag.
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

  /// Whether this scalar combines with the preceding emoji into one wide glyph.
  fileprivate var makesEmoji: Bool {
    switch value {
    case 0x200D, 0xFE0F, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
    default: false
    }
  }
}

extension Character {
  /// The columns that this grapheme occupies on a terminal.
  package var displayWidth: Int { unicodeScalars.graphemeWidth }
}

extension BidirectionalCollection<Unicode.Scalar> {
  /// The columns that these scalars occupy as one grapheme.
  ///
  /// An emoji of several scalars (with joiners, skin tones, the emoji variation selector, flags)
  /// occupies two. For other graphemes, it is the sum of their scalars' widths.
  var graphemeWidth: Int {
    guard let base = first else { return 0 }
    if base.isRegionalIndicator { return 2 }
    if base.properties.isEmoji && dropFirst().contains(where: \.makesEmoji) { return 2 }
    return reduce(0) { $0 + $1.displayWidth }
  }
}
