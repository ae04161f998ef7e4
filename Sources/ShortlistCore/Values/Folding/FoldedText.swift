/// A text folded, with the way back from its folded form to the text as shown.
///
/// Made where matches are highlighted, for the few texts on screen; search itself needs only
/// ``Folding/fold(_:into:)``, which gives the same bytes.
public struct FoldedText: Sendable {
  /// The text as shown.
  public let shown: String
  /// The folded text, in UTF-8.
  public private(set) var bytes: [UInt8] = []

  /// For each folded byte the start, in UTF-8 of the shown text, of the scalars that it came from.
  private var starts: [UInt32] = []
  /// For each folded byte the end of the scalars that it came from.
  private var ends: [UInt32] = []

  /// Folds a text.
  ///
  /// - Complexity: O(*n*).
  /// - Precondition: the text is shorter than 4 GiB.
  public init(_ text: String) {
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

  /// The part of the shown text that a part of the folded text came from.
  ///
  /// It is widened to whole scalars: either byte of the `ss` of `Straße` came from all of `ß`. Marks
  /// after the last scalar are not in it, as nothing was left of them.
  ///
  /// - Parameter foldedRange: bytes of ``bytes``.
  /// - Returns: UTF-8 offsets of ``shown``; for an empty range an empty one.
  /// - Complexity: O(1).
  public func shownRange(of foldedRange: Range<Int>) -> Range<Int> {
    guard let last = foldedRange.last else {
      let position =
        foldedRange.lowerBound < starts.count
        ? Int(starts[foldedRange.lowerBound]) : shown.utf8.count
      return position..<position
    }
    return Int(starts[foldedRange.lowerBound])..<Int(ends[last])
  }

  /// The part of the shown text to highlight for a part of the folded text.
  ///
  /// - Parameter foldedRange: bytes of ``bytes``.
  /// - Returns: whole characters (grapheme clusters) of ``shown``, as offsets in UTF-16 code units;
  ///   `0..<0` for an empty range.
  /// - Complexity: O(*n*) in the length of the text.
  public func highlight(of foldedRange: Range<Int>) -> Range<Int> {
    highlights(of: [foldedRange]).first ?? 0..<0
  }

  /// The parts of the shown text to highlight for parts of the folded text.
  ///
  /// - Parameter foldedRanges: ranges of bytes of ``bytes``, in any order, also overlapping.
  /// - Returns: whole characters (grapheme clusters) of ``shown``, as offsets in UTF-16 code units;
  ///   ascending, with a gap between each and the next.
  /// - Complexity: O(*n* + *k* log *k*) in the length of the text and the number of ranges.
  public func highlights(of foldedRanges: [Range<Int>]) -> [Range<Int>] {
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
