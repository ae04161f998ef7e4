import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The parts of a histogram")
struct HistogramEdgesTests {
  @Test("of whole numbers are found exactly, in every small range")
  func smallRanges() {
    for lower in -3...3 {
      for width in 1...12 {
        for parts in 1...9 {
          let edges = HistogramEdges(of: lower...lower + width, parts) { .integer($0) }
          for value in lower...lower + width {
            let expected = min((value - lower) * parts / width, parts - 1)
            #expect(edges.part(of: value) == expected, "\(value) of \(lower), \(width), \(parts)")
          }
        }
      }
    }
  }

  @Test("of whole numbers are found exactly, in the greatest ranges", arguments: 1...50)
  func greatRanges(seed: Int) {
    var random = SeededRandom(seed: seed)
    let far = random.pick([Int.max, 1 << 60, 1 << 53 + 1, 1000])
    let lower = random.pick([Int.min, -far, far - 1000, 0])
    let upper = max(random.pick([far, lower &+ 7, Int.max]), lower + 1)
    let parts = random.pick([1, 7, 20, 10_000])
    let edges = HistogramEdges(of: lower...upper, parts) { .integer($0) }
    let width = UInt128(upper.magnitude(from: lower))
    for _ in 0..<200 {
      let value = random.pick([lower, upper, Int.random(in: lower...upper, using: &random)])
      let place = UInt128(value.magnitude(from: lower)) * UInt128(parts) / width
      let expected = min(Int(place), parts - 1)
      #expect(edges.part(of: value) == expected, "\(value) in \(lower)...\(upper), seed \(seed)")
    }
  }

  @Test("of doubles are found by where they begin, however wide or narrow", arguments: 1...50)
  func doubles(seed: Int) {
    var random = SeededRandom(seed: seed)
    let far = Double.greatestFiniteMagnitude
    let lower = random.pick([-far, -1, 0, 1e16, .leastNonzeroMagnitude])
    let upper = random.pick([far, lower.nextUp, lower + lower.ulp * 9, 2e16])
    let parts = random.pick([1, 3, 20, 10_000])
    let edges = HistogramEdges(of: lower...upper, parts)
    let begins = edges.places.map(\.double)
    for _ in 0..<50 {
      let share = Double.random(in: 0...1, using: &random)
      let inside = min(max(lower * (1 - share) + upper * share, lower), upper)
      let value = random.pick([lower, upper, inside, random.pick(begins)])
      let expected = begins.lastIndex { $0 <= value }
      #expect(edges.part(of: value) == expected, "\(value) in \(lower)...\(upper), seed \(seed)")
    }
  }
}

extension Int {
  /// How far it is above another number.
  fileprivate func magnitude(from other: Int) -> UInt { UInt(bitPattern: self &- other) }
}
