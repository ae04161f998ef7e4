extension FlatColumn where Element: SteppedNumber {
  /// Returns the number of values of some rows in a chunk, with the least and the greatest value.
  func extremes(
    of chunk: Int, among rows: RowSet
  ) -> (count: Int, range: ClosedRange<Element>?) {
    let chunkValues = pieces[chunk].values
    let values = chunkValues.span
    var count = 0
    var (least, greatest) = (Element.highest, Element.lowest)
    forEachWord(of: chunk, among: rows) { start, word in
      count += word.nonzeroBitCount
      if word == ~0 {
        let group = values.extracting(start..<start + 64)
        for row in 0..<64 {
          least = min(least, group[row])
          greatest = max(greatest, group[row])
        }
      } else {
        var rest = word
        while rest != 0 {
          let value = values[start + rest.trailingZeroBitCount]
          least = min(least, value)
          greatest = max(greatest, value)
          rest &= rest - 1
        }
      }
    }
    return (count, count == 0 ? nil : least...greatest)
  }

  /// Returns the first rows in a chunk, among some, with the least and the greatest of their
  /// values.
  ///
  /// The result is nil if there are no values.
  func extremeSlots(
    of chunk: Int, among rows: RowSet
  ) -> (least: UInt32, greatest: UInt32)? {
    guard let range = extremes(of: chunk, among: rows).range else { return nil }
    let values = pieces[chunk].values
    var (least, greatest): (Int?, Int?) = (nil, nil)
    forEachWord(of: chunk, among: rows) { start, word in
      if least != nil && greatest != nil { return }
      var rest = word
      while rest != 0 {
        let row = start + rest.trailingZeroBitCount
        if least == nil && values[row] == range.lowerBound { least = row }
        if greatest == nil && values[row] == range.upperBound { greatest = row }
        rest &= rest - 1
      }
    }
    // A piece of an index file that can no longer be read has no values any more.
    guard let least, let greatest else { return nil }
    let first = chunk << Chunk.shift
    return (UInt32(first + least), UInt32(first + greatest))
  }

  /// Returns the number of values of some rows in a chunk for each part of a histogram.
  func histogram(
    of chunk: Int, among rows: RowSet, _ edges: HistogramEdges<Element>
  ) -> [Int] {
    var parts = [Int](repeating: 0, count: edges.places.count)
    var counts = parts.mutableSpan
    let chunkValues = pieces[chunk].values
    let values = chunkValues.span
    forEachWord(of: chunk, among: rows) { start, word in
      var rest = word
      while rest != 0 {
        counts[edges.part(of: values[start + rest.trailingZeroBitCount])] += 1
        rest &= rest - 1
      }
    }
    return parts
  }

  /// Calls `body` for each group of 64 rows that has values among the rows.
  ///
  /// It receives the first row of the group and a bitmap of the rows with a value.
  @inline(__always)
  private func forEachWord(of chunk: Int, among rows: RowSet, _ body: (Int, UInt64) -> Void) {
    let nulls = pieces[chunk].nulls
    for (index, word) in rows.chunk(chunk).enumerated() {
      let word = index < nulls.count ? word & ~nulls[index] : word
      if word != 0 { body(index << 6, word) }
    }
  }
}
