/// A folded text that maps its bytes back to the text as shown.
///
/// Used for highlighting matches in the few texts on screen. Search itself needs only
/// `Folding.fold(_:into:)`, which produces the same bytes.
package struct FoldedText: Sendable {
  /// The text as shown.
  package let shown: String
  /// The folded text, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// For each folded byte, the start of its source scalars, as a UTF-8 offset in the shown text.
  private var starts: [UInt32] = []
  /// For each folded byte, the end of its source scalars.
  private var ends: [UInt32] = []

  /// Folds a text.
  ///
  /// - Complexity: O(*n*).
  /// - Precondition: The text is shorter than 4 GiB.
  package init(_ text: String) {
    shown = text
    let table = FoldingTable.shared
    var start: UInt32 = 0
    for scalar in text.unicodeScalars {
      let end = start + UInt32(UTF8.width(scalar))
      if table.appendFold(of: scalar.value, to: &bytes, joiningFrom: 0) {
        for index in ends.count - 3..<ends.count { ends[index] = end }
      } else {
        let added = bytes.count - starts.count
        starts.append(contentsOf: repeatElement(start, count: added))
        ends.append(contentsOf: repeatElement(end, count: added))
      }
      start = end
    }
  }

  /// Returns the range of the shown text that a range of the folded text came from.
  ///
  /// The range covers whole scalars: either byte of the `ss` in `Straße` came from all of `ß`. It
  /// excludes marks after the last scalar, because folding removes them.
  ///
  /// - Parameter foldedRange: A range of ``bytes``.
  /// - Returns: UTF-8 offsets of ``shown``; an empty range for an empty range.
  /// - Complexity: O(1).
  package func shownRange(of foldedRange: Range<Int>) -> Range<Int> {
    guard let last = foldedRange.last else {
      let position =
        foldedRange.lowerBound < starts.count
        ? Int(starts[foldedRange.lowerBound]) : shown.utf8.count
      return position..<position
    }
    return Int(starts[foldedRange.lowerBound])..<Int(ends[last])
  }

  /// Returns the range of the shown text to highlight for a range of the folded text.
  ///
  /// - Parameter foldedRange: A range of ``bytes``.
  /// - Returns: Whole characters (grapheme clusters) of ``shown``, as offsets in UTF-16 code units;
  ///   `0..<0` for an empty range.
  /// - Complexity: O(*n*) in the length of the text.
  package func highlight(of foldedRange: Range<Int>) -> Range<Int> {
    highlights(of: [foldedRange]).first ?? 0..<0
  }

  /// Returns the ranges of the shown text to highlight for ranges of the folded text.
  ///
  /// - Parameter foldedRanges: Ranges of ``bytes``, in any order; they may overlap.
  /// - Returns: Whole characters (grapheme clusters) of ``shown``, as offsets in UTF-16 code units;
  ///   ascending, with a gap between each and the next.
  /// - Complexity: O(*n* + *k* log *k*) in the length of the text and the number of ranges.
  package func highlights(of foldedRanges: [Range<Int>]) -> [Range<Int>] {
    let wanted = foldedRanges.lazy.filter { !$0.isEmpty }.map(shownRange(of:))
      .sorted { $0.lowerBound < $1.lowerBound }
    var next = wanted.startIndex
    var highlights: [Range<Int>] = []
    var (utf8, utf16) = (0, 0)
    for character in shown {
      while next < wanted.endIndex, wanted[next].upperBound <= utf8 { next += 1 }
      guard next < wanted.endIndex else { break }
      let (utf8End, utf16End) = (utf8 + character.utf8.count, utf16 + character.utf16.count)
      if wanted[next].lowerBound < utf8End {
        if let last = highlights.last, last.upperBound == utf16 {
          highlights[highlights.count - 1] = last.lowerBound..<utf16End
        } else {
          highlights.append(utf16..<utf16End)
        }
      }
      (utf8, utf16) = (utf8End, utf16End)
    }
    return highlights
  }
}
