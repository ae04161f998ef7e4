/// The rows of a table in ascending order of a text column.
///
/// Rows that begin with the same text are adjacent in this order.
///
/// White space at the ends of texts is ignored, but leading white space changes the place of a text
/// in the order. Matches therefore form one run for each kind of leading white space. Finding the
/// runs reads only the rows at which the white space changes.
struct TextOrder {
  private let order: SlotTree
  private let texts: TextColumn

  /// Adjacent rows whose folded texts share a prefix.
  private struct Run {
    var beginning: [UInt8]
    var positions: Range<Int>
  }

  /// Creates the order from all rows sorted by the column `texts`.
  init(_ order: SlotTree, of texts: TextColumn) {
    self.order = order
    self.texts = texts
  }

  /// Returns the positions of the rows whose folded text begins with `folded`, ascending.
  ///
  /// Leading white space is ignored.
  ///
  /// - Complexity: O(w log n) for w different sequences of leading white space
  func positions(beginningWith folded: [UInt8]) -> [Range<Int>] {
    runs(beginningWith: folded).map(\.positions)
  }

  /// Returns up to `limit` rows from the given positions, skipping the first `first` ones.
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

  /// Returns the first row whose text equals `typed`, and the first other row whose folded text
  /// equals the folded `typed`.
  ///
  /// White space at the ends is ignored. Both are nil for an empty text.
  ///
  /// - Complexity: O(w log n) if equal texts begin and end with w different sequences of white
  ///   space
  func slots(equalling typed: TypedText) -> (exact: UInt32?, similar: UInt32?) {
    var found: (exact: UInt32?, similar: UInt32?) = (nil, nil)
    for run in typed.isEmpty ? [] : runs(beginningWith: typed.folded) {
      if found.exact != nil && found.similar != nil { break }
      forEachWhite(after: run) { run in
        let equal = positions(in: run.positions) { $0.count == run.beginning.count }
        var position = equal.lowerBound
        // A binary search finds a text without white space at its ends, however many are similar.
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

  /// Returns the runs of rows whose folded text begins with `folded` after optional white space,
  /// ascending.
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
    // White space can sort before or after the first character of the text.
    return runs.sorted { $0.positions.lowerBound < $1.positions.lowerBound }
  }

  /// Calls `body` with `run` and every run that continues it with white space, in the order of
  /// their first rows, until `body` returns false.
  private func forEachWhite(after run: Run, _ body: (Run) -> Bool) {
    var waiting = [run]
    while let run = waiting.popLast() {
      if !body(run) { return }
      waiting += whiteRuns(after: run).reversed()
    }
  }

  /// Returns the runs that continue `run` with white space, ascending, each with the longest white
  /// space that all its rows share.
  private func whiteRuns(after run: Run) -> [Run] {
    let start = run.beginning.count
    var runs: [Run] = []
    // Texts that end here sort first.
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

  /// The white space scalars that folded texts can contain, ascending.
  private static let whiteSpace: [UInt32] =
    Array(0x09...0x0D) + Array(0x1C...0x20) + [0x85, 0x1680, 0x2028, 0x2029]

  /// Returns the run with its prefix extended by all white space that its rows share.
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

  /// Returns a range of bytes of the folded text at a position.
  private func bytes(_ position: Int, _ range: some RangeExpression<Int>) -> [UInt8] {
    texts.withFolded(order[position]) { text in
      let part = range.relative(to: 0..<text.count)
      return text.extracting(part).array
    } ?? []
  }

  /// Returns the positions in `range` whose folded text satisfies a predicate.
  ///
  /// - Precondition: The rows that satisfy it are at the beginning or at the end of `range`.
  /// range.
  private func positions(
    in range: Range<Int>, _ holds: (Span<UInt8>) -> Bool
  ) -> Range<Int> {
    guard let first = range.first else { return range }
    let isFirst = texts.withFolded(order[first], holds) == true
    let middle = skipFolded(range) { holds($0) == isFirst }
    return isFirst ? range.lowerBound..<middle : middle..<range.upperBound
  }

  /// Returns the positions in `range` whose folded text begins with `beginning`.
  private func positions(of beginning: [UInt8], in range: Range<Int>) -> Range<Int> {
    let first = skipFolded(range) { Bytes.compare($0, beginning.span) < 0 }
    let end = skipFolded(first..<range.upperBound) { text in
      Bytes.compare(text.extracting(first: beginning.count), beginning.span) <= 0
    }
    return first..<end
  }

  /// Returns the first position of `range` whose folded text does not satisfy the predicate.
  private func skipFolded(_ range: Range<Int>, _ holds: (Span<UInt8>) -> Bool) -> Int {
    range.partitionPoint { texts.withFolded(order[$0], holds) == true }
  }

  /// Returns the first position of `range` whose shown text does not satisfy the predicate.
  private func skip(_ range: Range<Int>, _ holds: (Span<UInt8>) -> Bool) -> Int {
    range.partitionPoint { texts.withShown(order[$0], holds) == true }
  }
}

extension TypedText {
  /// Returns whether a shown text equals this one, ignoring white space at its ends.
  fileprivate func isShown(_ text: Span<UInt8>) -> Bool {
    text.extracting(Folding.trimmed(text)).isSame(as: shown.span)
  }
}
