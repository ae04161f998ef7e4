/// Where the parts of a histogram begin: part k of n at `min + (max - min) * k / n`.
struct HistogramEdges<Number: SteppedNumber>: Sendable {
  /// The beginnings, as they are reported.
  let places: [Quantity]
  /// The least value of each part.
  private let first: [Number]
  /// The first beginning.
  private let start: Double
  /// Parts for each unit, to guess the part of a value.
  private let density: Double

  private init(places: [Quantity], first: [Number], start: Double, width: Double) {
    self.places = places
    self.first = first
    self.start = start
    let density = Double(first.count) / width
    self.density = density.isFinite ? density : 0
  }

  /// The part that a value between the ends is in: the last that does not begin above it.
  func part(of value: Number) -> Int {
    // The guess may be off by rounding, and is no number where the width is none.
    let guess = (value.double - start) * density
    let part = guess >= 0 && guess < Double(first.count) ? Int(guess) : first.count - 1
    if first[part] <= value && (part + 1 == first.count || value < first[part + 1]) { return part }
    return max(first.indices.partitionPoint { first[$0] <= value } - 1, 0)
  }
}

extension HistogramEdges<Int> {
  /// The edges of parts of a range of whole numbers, exact in all of it.
  ///
  /// - Parameters:
  ///   - range: From the least to the greatest value.
  ///   - parts: The number of parts.
  ///   - quantity: What a whole number is reported as.
  init(of range: ClosedRange<Int>, _ parts: Int, quantity: (Int) -> Quantity) {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    var places: [Quantity] = []
    var first: [Number] = []
    for part in 0..<parts {
      let product = UInt128(width) * UInt128(part)
      let (quotient, rest) = product.quotientAndRemainder(dividingBy: UInt128(parts))
      // Not above the greatest value, so that it wraps to where it belongs.
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
  /// The edges of parts of a range of doubles.
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
