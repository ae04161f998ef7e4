/// The rows of a table in the ascending order of a text, where those that begin with a text are side
/// by side.
///
/// White space at the ends of texts does not count, but texts that begin with it have another place in
/// the order. So there is a run of rows for each white space that texts begin with; no row is looked at
/// to find these runs but those at which the white space changes.
struct TextOrder {
  private let order: SlotTree
  private let texts: TextColumn

  /// Rows whose folded text begins in the same way.
  private struct Run {
    var beginning: [UInt8]
    var positions: Range<Int>
  }

  /// The order of a column, of all rows.
  init(_ order: SlotTree, of texts: TextColumn) {
    self.order = order
    self.texts = texts
  }

  /// The positions of the rows whose folded text begins with another but for white space, ascending.
  ///
  /// - Complexity: O(w log n), where texts begin with w kinds of white space
  func positions(beginningWith folded: [UInt8]) -> [Range<Int>] {
    runs(beginningWith: folded).map(\.positions)
  }

  /// The rows at some places among those at some positions.
  ///
  /// - Complexity: O(log n + limit)
  func slots(at positions: [Range<Int>], from first: Int, limit: Int) -> [UInt32] {
    var (skipped, slots) = (max(0, first), [UInt32]())
    for range in positions where slots.count < limit {
      let rest = range.dropFirst(skipped)
      skipped -= range.count - rest.count
      order.forEach(rest.prefix(limit - slots.count)) { slots.append($0) }
    }
    return slots
  }

  /// The first row that has a text, which is not empty, and the first other one whose text is the same
  /// when both are folded; white space at the ends does not count.
  ///
  /// - Complexity: O(w log n), where texts equal to it begin and end with w kinds of white space
  func slots(equalling typed: TypedText) -> (exact: UInt32?, similar: UInt32?) {
    var found: (exact: UInt32?, similar: UInt32?) = (nil, nil)
    for run in typed.isEmpty ? [] : runs(beginningWith: typed.folded) {
      if found.exact != nil && found.similar != nil { break }
      forEachWhite(after: run) { run in
        let equal = positions(in: run.positions) { $0.count == run.beginning.count }
        var position = equal.lowerBound
        // Without white space at its ends a text is found at once, however many are like it.
        if run.beginning == typed.folded && found.exact == nil {
          let exact = skip(equal) { Bytes.compare($0, typed.shown.span) < 0 }
          if exact < equal.upperBound, texts.withShown(order[exact], typed.isShown) == true {
            found.exact = order[exact]
          }
        }
        while position < equal.upperBound {
          let slot = order[position]
          let shown = texts.withShown(slot) { $0.array } ?? []
          if typed.isShown(shown.span) {
            if found.exact == nil { found.exact = slot }
          } else if found.similar == nil {
            found.similar = slot
          }
          let isDecided = found.exact != nil || run.beginning == typed.folded
          if found.similar != nil && isDecided { break }
          position = skip(position..<equal.upperBound) { Bytes.compare($0, shown.span) <= 0 }
        }
        return found.exact == nil || found.similar == nil
      }
    }
    return found
  }

  // MARK: Runs

  /// The rows whose folded text begins with a text but for white space, ascending.
  private func runs(beginningWith folded: [UInt8]) -> [Run] {
    let texts = self.texts
    let count = order.partitionPoint { !texts.isNull($0) }
    let all = Run(beginning: [], positions: 0..<count)
    if folded.isEmpty { return [all] }
    var runs: [Run] = []
    forEachWhite(after: all) { run in
      let beginning = run.beginning + folded
      let positions = positions(of: beginning, in: run.positions)
      if !positions.isEmpty { runs.append(Run(beginning: beginning, positions: positions)) }
      return true
    }
    // What begins with white space is before or after what goes on with a letter.
    return runs.sorted { $0.positions.lowerBound < $1.positions.lowerBound }
  }

  /// Calls `body` with a run and all that begin with the same and more white space, in the order of their
  /// first rows, as long as it wants more.
  private func forEachWhite(after run: Run, _ body: (Run) -> Bool) {
    var waiting = [run]
    while let run = waiting.popLast() {
      if !body(run) { return }
      waiting += whiteRuns(after: run).reversed()
    }
  }

  /// The runs whose rows go on with white space, ascending: as much of it as all rows of one have.
  private func whiteRuns(after run: Run) -> [Run] {
    let start = run.beginning.count
    var runs: [Run] = []
    // Texts that end here come first.
    var rest = positions(in: run.positions) { $0.count > start }
    while !rest.isEmpty {
      let next = texts.withFolded(order[rest.lowerBound]) { $0.scalar(at: start) }
      guard let next else { break }
      if Folding.isWhiteSpace(next.scalar) {
        let end = start + next.length
        let beginning = bytes(rest.lowerBound, ..<end)
        let last = skipFolded(rest) {
          Bytes.compare($0.extracting(first: end), beginning.span) <= 0
        }
        runs.append(widened(Run(beginning: beginning, positions: rest.lowerBound..<last)))
        rest = last..<rest.upperBound
      } else {
        guard let white = Self.whiteSpace.first(where: { $0 > next.scalar }),
          let scalar = Unicode.Scalar(white)
        else { break }
        let beginning = run.beginning + Array(String(scalar).utf8)
        rest = skipFolded(rest) { Bytes.compare($0, beginning.span) < 0 }..<rest.upperBound
      }
    }
    return runs
  }

  /// The white space that is in folded texts, ascending.
  private static let whiteSpace: [UInt32] =
    Array(0x09...0x0D) + Array(0x1C...0x20) + [0x85, 0x1680, 0x2028, 0x2029]

  /// The same rows by all the white space that they have in common.
  private func widened(_ run: Run) -> Run {
    var run = run
    let first = bytes(run.positions.lowerBound, 0...)
    let last = bytes(run.positions.upperBound - 1, 0...)
    var end = run.beginning.count
    while end < min(first.count, last.count), first[end] == last[end] {
      let next = first.span.scalar(at: end)
      guard Folding.isWhiteSpace(next.scalar), end + next.length <= last.count,
        first[end..<end + next.length] == last[end..<end + next.length]
      else { break }
      end += next.length
    }
    run.beginning = Array(first[..<end])
    return run
  }

  // MARK: Positions

  /// The folded text at a position, or a part of it.
  private func bytes(_ position: Int, _ range: some RangeExpression<Int>) -> [UInt8] {
    texts.withFolded(order[position]) { text in
      let part = range.relative(to: 0..<text.count)
      return text.extracting(part).array
    } ?? []
  }

  /// The positions, within a range whose rows are equal but for their ends, of those for which a test of
  /// the folded text holds: one that holds for some at the beginning, or some at the end.
  private func positions(
    in range: Range<Int>, _ holds: (Span<UInt8>) -> Bool
  ) -> Range<Int> {
    guard let first = range.first else { return range }
    let isFirst = texts.withFolded(order[first], holds) == true
    let middle = skipFolded(range) { holds($0) == isFirst }
    return isFirst ? range.lowerBound..<middle : middle..<range.upperBound
  }

  /// The positions, within a range, of the rows whose folded text begins with some bytes.
  private func positions(of beginning: [UInt8], in range: Range<Int>) -> Range<Int> {
    let first = skipFolded(range) { Bytes.compare($0, beginning.span) < 0 }
    let end = skipFolded(first..<range.upperBound) { text in
      Bytes.compare(text.extracting(first: beginning.count), beginning.span) <= 0
    }
    return first..<end
  }

  /// The first position of a range at which a test of the folded text does not hold any more.
  private func skipFolded(_ range: Range<Int>, _ holds: (Span<UInt8>) -> Bool) -> Int {
    range.partitionPoint { texts.withFolded(order[$0], holds) == true }
  }

  /// The first position of a range at which a test of the shown text does not hold any more.
  private func skip(_ range: Range<Int>, _ holds: (Span<UInt8>) -> Bool) -> Int {
    range.partitionPoint { texts.withShown(order[$0], holds) == true }
  }
}

extension TypedText {
  /// Whether a shown text is this one but for white space at its ends.
  fileprivate func isShown(_ text: Span<UInt8>) -> Bool {
    text.extracting(Folding.trimmed(text)).isSame(as: shown.span)
  }
}
