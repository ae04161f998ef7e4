import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Measures of numbers")
struct HistogramTests {
  /// A list of one column.
  private func list(_ type: AttributeType, _ values: [CellValue]) throws -> ListEngine {
    let options = TableOptions(schema: [.init(name: "v", type: type)])
    return ListEngine(try .typed(values.map { [("v", $0.cellKind, $0.text)] }, options: options))
  }

  private func measure(
    _ type: AttributeType, _ values: [CellValue], _ buckets: Int? = nil
  ) throws -> NumberReport {
    var list = try list(type, values)
    let request = MeasureRequest(numbers: [NumberRequest("v", buckets: buckets)])
    return try #require(try list.measure(request).numbers.first)
  }

  /// Checks what holds for every histogram: the parts follow one another from the least to the
  /// greatest value, and have all values.
  private func checkParts(_ report: NumberReport, _ buckets: Int, _ comment: Comment) throws {
    let parts = try #require(report.histogram)
    #expect(parts.reduce(0) { $0 + $1.count } == report.count, comment)
    guard let range = report.range else {
      #expect(parts.isEmpty && report.count == 0, comment)
      return
    }
    #expect(parts.count == (range.lowerBound == range.upperBound ? 1 : buckets), comment)
    #expect(
      parts.first?.lower == range.lowerBound && parts.last?.upper == range.upperBound, comment)
    for (part, next) in zip(parts, parts.dropFirst()) {
      #expect(part.upper == next.lower && part.lower <= part.upper, comment)
    }
  }

  private static let integerSamples: [[Int]] = [
    [], [7], [.min], [.max], [.min, .max], [.min, -1, 0, 1, .max], [.max - 1, .max],
    [.min, .min + 1],
    [0, 1], [0, 0, 1, 1, 2, 3], [-3, 5, 5, 9], [1 << 53, 1 << 53 + 1, 1 << 53 + 2], [-10, 10],
  ]

  @Test("whole numbers: exact everywhere", arguments: integerSamples, [1, 2, 3, 7, 10, 1000])
  func wholeNumbers(values: [Int], buckets: Int) throws {
    let report = try measure(.integer, [.null] + values.map(CellValue.integer), buckets)
    #expect(report.count == values.count && report.nulls == 1)
    try checkParts(report, buckets, "\(values) \(buckets)")
    guard let least = values.min(), let greatest = values.max() else {
      #expect(report.range == nil)
      return
    }
    #expect(report.range == .integer(least) ... .integer(greatest))
    guard least < greatest, let parts = report.histogram else { return }
    var counts = [Int](repeating: 0, count: buckets)
    let width = UInt128(Int128(greatest) - Int128(least))
    for value in values {
      // A value is in the last part that begins at or before it: width * part <= distance * parts.
      let distance = UInt128(Int128(value) - Int128(least))
      counts[min(Int(distance * UInt128(buckets) / width), buckets - 1)] += 1
    }
    #expect(parts.map(\.count) == counts, "\(values) \(buckets)")
    for (index, part) in parts.enumerated().dropFirst() {
      let place = Double(least) + Double(width * UInt128(index)) / Double(buckets)
      let error = (part.lower.double - place).magnitude
      #expect(error <= max(Double(least).ulp, Double(greatest).ulp), "\(values) \(buckets) \(part)")
    }
  }

  private static let numberSamples: [[Double]] = [
    [], [0.5], [-0.0, 0.0], [-1.7e308, 0, 1.7e308],
    [-.greatestFiniteMagnitude, .greatestFiniteMagnitude],
    [.leastNonzeroMagnitude, 2 * .leastNonzeroMagnitude, 3 * .leastNonzeroMagnitude],
    [0, .leastNonzeroMagnitude], [-.leastNormalMagnitude, 0, .leastNormalMagnitude],
    [0, 0.1, 0.2, 0.3, 0.5, 0.7, 1], [1, 1.0.nextUp], [1e-300, 1e300], [-1, -0.5, 0.25],
    [.greatestFiniteMagnitude.nextDown, .greatestFiniteMagnitude], [0x1p63, 0x1p64],
    [-1.7e308, -1.6e308],
  ]

  @Test(
    "numbers: each value is in the part that is reported for it", arguments: numberSamples,
    [1, 2, 3, 10, 1000])
  func doubles(values: [Double], buckets: Int) throws {
    let report = try measure(.number, values.map(CellValue.number) + [.null, .null], buckets)
    #expect(report.count == values.count && report.nulls == 2)
    try checkParts(report, buckets, "\(values) \(buckets)")
    guard let least = values.min(), let greatest = values.max() else { return }
    #expect(report.range?.lowerBound == Quantity(least))
    #expect(report.range?.upperBound == Quantity(greatest))
    guard let parts = report.histogram, parts.count > 1 else { return }
    for (index, part) in parts.enumerated() {
      let inside = values.compactMap { Quantity($0) }.count { value in
        let isLast = index == parts.count - 1
        return part.lower <= value && (isLast ? value <= part.upper : value < part.upper)
      }
      #expect(part.count == inside, "\(values) \(buckets) part \(index)")
      let scale = Double(index) / Double(buckets)
      let place = least * (1 - scale) + greatest * scale
      let slack = 4 * max(least.magnitude.ulp, greatest.magnitude.ulp)
      #expect((part.lower.double - place).magnitude <= slack, "\(values) \(buckets) part \(index)")
    }
  }

  @Test(
    "dates are measured as instants, and the least and greatest are dates", arguments: [1, 2, 7])
  func dates(buckets: Int) throws {
    let texts = ["2024-01-01", "2024-01-01T00:00:00Z", "2024-01-03T12:00:00+12:00", "2024-01-08"]
    let values = try texts.map { CellValue.date(try #require(Timestamp($0))) }
    let report = try measure(.date, values + [.null], buckets)
    #expect(report.count == 4 && report.nulls == 1)
    try checkParts(report, buckets, "\(buckets)")
    #expect(report.range?.upperBound.value.text == "2024-01-08T00:00:00Z")
    if buckets == 7 {
      #expect(report.histogram?.map(\.count) == [2, 0, 1, 0, 0, 0, 1])
      #expect(report.histogram?[2].lower.value.text == "2024-01-03T00:00:00Z")
    }
    let far = try ["0001-01-01", "9999-12-31"].map { CellValue.date(try #require(Timestamp($0))) }
    try checkParts(try measure(.date, far, buckets), buckets, "far")
  }

  @Test("random numbers: the parts have what is between their ends", arguments: 1...40)
  func random(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let scale = random.pick([0x1p-1060, 1e-3, 1, 1e15, 1e308])
    let values = (0..<random.next(below: 300)).map { _ in
      Double.random(in: -1.7...1.7, using: &random) * scale
    }
    let buckets = random.pick([1, 5, 64, 1000])
    let report = try measure(.number, values.map(CellValue.number), buckets)
    try checkParts(report, buckets, "seed \(seed)")
    let parts = report.histogram ?? []
    for (index, part) in parts.enumerated() where parts.count > 1 {
      let inside = values.compactMap { Quantity($0) }.count {
        part.lower <= $0 && (index == parts.count - 1 || $0 < part.upper)
      }
      #expect(part.count == inside, "seed \(seed), part \(index)")
    }
    // The same in more than one piece of work.
    let edges = (values.min(), values.max())
    #expect(report.range?.lowerBound == edges.0.flatMap { Quantity($0) }, "seed \(seed)")
  }

  @Test("what cannot be measured is refused by name")
  func refused() throws {
    var list = try list(.text, [.text("a")])
    for (name, buckets) in [("v", nil), ("nope", nil), ("v", 0)] as [(String, Int?)] {
      let error = #expect(throws: InvalidRequestError.self) {
        try list.measure(MeasureRequest(numbers: [NumberRequest(name, buckets: buckets)]))
      }
      #expect(error?.description.contains(name) == true)
    }
    var numbers = try self.list(.integer, [.integer(1)])
    for buckets in [0, -1, 10_001, .max] {
      #expect(throws: InvalidRequestError.self) {
        try numbers.measure(MeasureRequest(numbers: [NumberRequest("v", buckets: buckets)]))
      }
    }
    #expect(throws: InvalidRequestError.self) {
      try numbers.measure(MeasureRequest(facets: [FacetRequest("nope")]))
    }
    #expect(throws: CancellationError.self) {
      try numbers.measure(MeasureRequest(facets: [FacetRequest("v")])) { true }
    }
  }
}
