extension NumberReport {
  /// Measures a column of numbers or dates among some rows.
  ///
  /// - Parameters:
  ///   - attribute: The name of the column.
  ///   - column: The column.
  ///   - rows: The rows.
  ///   - buckets: The number of parts of the histogram; nil for no histogram.
  ///   - workers: The workers that process the chunks.
  /// - Complexity: O(rows), in chunks that the workers share
  init(
    _ attribute: String, _ column: Column, among rows: RowSet, buckets: Int?, workers: Workers
  ) {
    self.init(attribute: attribute, range: nil, count: 0, nulls: 0)
    switch column {
    case .integer(let column):
      measure(column, rows, buckets, workers, Quantity.integer) { range, parts in
        HistogramEdges(of: range, parts) { .integer($0) }
      }
    case .number(let column):
      measure(column, rows, buckets, workers, { Quantity($0) }) { range, parts in
        HistogramEdges(of: range, parts)
      }
    case .date(_, let column):
      measure(column, rows, buckets, workers, { .date(Timestamp(microseconds: $0)) }) {
        range, parts in HistogramEdges(of: range, parts) { .date(Timestamp(microseconds: $0)) }
      }
    case .text, .boolean, .list: preconditionFailure("\(attribute) is neither numbers nor dates")
    }
  }

  private mutating func measure<Number: SteppedNumber>(
    _ column: FlatColumn<Number>, _ rows: RowSet, _ buckets: Int?, _ workers: Workers,
    _ quantity: (Number) -> Quantity?, _ edges: (ClosedRange<Number>, Int) -> HistogramEdges<Number>
  ) {
    let extremes = workers.map(column.pieces.count) { column.extremes(of: $0, among: rows) }
    count = extremes.reduce(0) { $0 + $1.count }
    nulls = rows.count - count
    let ranges = extremes.compactMap(\.range)
    guard let lowest = ranges.map(\.lowerBound).min(), let highest = ranges.map(\.upperBound).max(),
      let lower = quantity(lowest), let upper = quantity(highest)
    else {
      histogram = buckets.map { _ in [] }
      return
    }
    range = lower...upper
    guard let buckets else { return }
    let edges = edges(lowest...highest, lowest == highest ? 1 : buckets)
    let counts = workers.map(column.pieces.count) {
      column.histogram(of: $0, among: rows, edges)
    }
    histogram = edges.places.indices.map { part in
      Bucket(
        lower: part == 0 ? lower : edges.places[part],
        upper: part + 1 < edges.places.count ? edges.places[part + 1] : upper,
        count: counts.reduce(0) { $0 + $1[part] })
    }
  }
}
