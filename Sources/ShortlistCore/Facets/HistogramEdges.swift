/// The lower edges of a histogram's parts: part k of n begins at `min + (max - min) * k / n`.
struct HistogramEdges<Number: SteppedNumber>: Sendable {
  /// The lower edges as they are reported.
  let places: [Quantity]
  /// The least value of each part.
  let first: [Number]
  /// The first edge.
  private let start: Double
  /// The number of parts per unit, for estimating the part of a value.
  private let density: Double

  private init(places: [Quantity], first: [Number], start: Double, width: Double) {
    self.places = places
    self.first = first
    self.start = start
    let density = Double(first.count) / width
    self.density = density.isFinite ? density : 0
  }

  /// Returns the part of a value between the ends: the last part that does not begin above it.
  func part(of value: Number) -> Int {
    // Rounding may make the guess inexact. Without a width, it is meaningless.
    let guess = (value.double - start) * density
    let part = guess >= 0 && guess < Double(first.count) ? Int(guess) : first.count - 1
    if first[part] <= value && (part + 1 == first.count || value < first[part + 1]) { return part }
    return max(first.indices.partitionPoint { first[$0] <= value } - 1, 0)
  }
}

extension HistogramEdges<Int> {
  /// Creates the edges of a range of integers, exact over the full range of the type.
  ///
  /// - Parameters:
  ///   - range: The range from the least to the greatest value.
  ///   - parts: The number of parts.
  ///   - quantity: Converts an integer to the quantity to report.
  init(of range: ClosedRange<Int>, _ parts: Int, quantity: (Int) -> Quantity) {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    var places: [Quantity] = []
    var first: [Number] = []
    for part in 0..<parts {
      let product = UInt128(width) * UInt128(part)
      let (quotient, rest) = product.quotientAndRemainder(dividingBy: UInt128(parts))
      // The edge never exceeds the greatest value, so wrapping addition is exact.
      let up = range.lowerBound &+ Int(truncatingIfNeeded: quotient) &+ (rest == 0 ? 0 : 1)
      first.append(up)
      let place = quantity(up)
      if case .integer = place, rest != 0 {
        let fraction = Double(range.lowerBound) + Double(product) / Double(parts)
        places.append(Quantity(fraction) ?? place)
      } else {
        places.append(place)
      }
    }
    self.init(
      places: places, first: first, start: Double(range.lowerBound), width: Double(width))
  }
}

extension HistogramEdges<Double> {
  /// Creates the edges of a range of doubles.
  init(of range: ClosedRange<Double>, _ parts: Int) {
    let (lower, upper) = (range.lowerBound, range.upperBound)
    let width = upper - lower
    let first = (0..<parts).map { part in
      let edge =
        (width * Double(parts)).isFinite
        ? lower + width * Double(part) / Double(parts)
        : lower * (1 - Double(part) / Double(parts)) + upper * (Double(part) / Double(parts))
      return min(edge, upper)
    }
    self.init(
      places: first.map { Quantity($0) ?? .number(upper) }, first: first, start: lower,
      width: width)
  }
}
