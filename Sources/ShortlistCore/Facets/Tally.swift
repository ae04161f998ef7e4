/// The distinct values of an attribute among some rows, with the number of rows of each.
struct Tally: Sendable {
  /// The values by type.
  enum Values: Sendable {
    case texts(TextBlock)
    case dates(TextBlock)
    case integers([Int])
    case numbers([Double])
    case booleans
  }

  /// The values; some may have no rows.
  let values: Values
  /// The number of rows of each value.
  let counts: [Int]

  /// Returns the value at an index.
  func value(_ index: Int) -> CellValue {
    switch values {
    case .texts(let texts): .text(texts.shown.text(index))
    case .dates(let texts): Timestamp(texts.shown.text(index), .civil).map(CellValue.date) ?? .null
    case .integers(let integers): .integer(integers[index])
    case .numbers(let numbers): .number(numbers[index])
    case .booleans: .boolean(index == 1)
    }
  }

  /// Calls `body` with the folded text of a value.
  func withFolded<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    switch values {
    case .texts(let texts), .dates(let texts): texts.folded.with(index, body)
    case .integers, .numbers, .booleans: body(Folding.fold(value(index).text).span)
    }
  }

  /// Whether a value is listed before another: by descending frequency, then ascending.
  func isBefore(_ a: Int, _ b: Int) -> Bool {
    counts[a] != counts[b] ? counts[a] > counts[b] : isLess(a, b)
  }

  private func isLess(_ a: Int, _ b: Int) -> Bool {
    switch values {
    case .texts(let texts): return texts.compare(a, b) < 0
    case .dates(let texts):
      let first = Timestamp(texts.shown.text(a), .civil)?.microseconds ?? .min
      let second = Timestamp(texts.shown.text(b), .civil)?.microseconds ?? .min
      return first != second ? first < second : texts.compare(a, b) < 0
    case .integers(let integers): return integers[a] < integers[b]
    case .numbers(let numbers): return numbers[a] < numbers[b]
    case .booleans: return a < b
    }
  }

  /// The greatest limit for which values are inserted one by one instead of sorted.
  private static let maxInserted = 1000

  /// Returns the values with rows that pass a test, in listing order, and whether there are more
  /// than `limit`.
  ///
  /// - Complexity: O(values * log values) comparisons at most; for a limit of at most a thousand
  ///   O(values * log limit), and mostly one for each
  func first(_ limit: Int, where passes: (Int) -> Bool) -> (indices: [Int], hasMore: Bool) {
    if limit > Self.maxInserted {
      let passing = counts.indices.filter { counts[$0] > 0 && passes($0) }.sorted(by: isBefore)
      return (Array(passing.prefix(limit)), passing.count > limit)
    }
    var best: [Int] = []
    var hasMore = false
    for index in counts.indices where counts[index] > 0 {
      if best.count == limit, hasMore, let last = best.last, isBefore(last, index) { continue }
      guard passes(index) else { continue }
      if best.count == limit {
        hasMore = true
        guard let last = best.last, isBefore(index, last) else { continue }
        best.removeLast()
      }
      let place = best.indices.partitionPoint { isBefore(best[$0], index) }
      best.insert(index, at: place)
    }
    return (best, hasMore)
  }
}
