import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Runs of bytes are found")
struct ByteFinderTests {
  /// Where a needle is, by trying every place.
  private func places(of needle: [UInt8], in bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0...].starts(with: needle) }
  }

  @Test("at every place of texts of every length up to a few blocks, wherever the search begins")
  func everyPlace() {
    for length in 1...5 {
      let needle = [UInt8]("abcab".utf8.prefix(length))
      let finder = ByteFinder(needle)
      for count in 0..<52 {
        let blank = [UInt8](repeating: 0x2D, count: count)
        #expect(finder.first(in: blank.span, from: 0) == nil)
        for place in 0..<max(0, count - length + 1) {
          var bytes = blank
          bytes.replaceSubrange(place..<place + length, with: needle)
          #expect(finder.first(in: bytes.span, from: 0) == place)
          #expect(finder.first(in: bytes.span, from: place) == place)
          #expect(finder.first(in: bytes.span, from: place + 1) == nil)
        }
        #expect(finder.first(in: blank.span, from: count + 1) == nil)
      }
    }
  }

  @Test("among many that begin or end alike, also where they overlap", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededRandom(seed: seed)
    let bytes = (0..<random.next(below: 300)).map { _ in
      random.pick([0x61, 0x61, 0x62, 0x2D, 0x39, 0xC3, 0x80]) as UInt8
    }
    let start = random.next(below: bytes.count + 1)
    let range = start..<start + random.next(below: bytes.count - start + 1)
    let needle = (0...random.next(below: 20)).map { _ in random.pick([0x61, 0x62, 0xC3]) as UInt8 }
    for length in 1...needle.count {
      let needle = [UInt8](needle.prefix(length))
      var found: [Int] = []
      ByteFinder(needle).forEach(in: bytes.span, range) { place in
        found.append(place)
        return place + 1
      }
      let expected = places(of: needle, in: bytes).filter(range.contains)
      #expect(found == expected, "seed \(seed), \(needle) in \(range)")
      var outside: [Int] = []
      ByteFinder(needle).forEach(in: bytes.span, range, outsideWords: true) { place in
        outside.append(place)
        return place + 1
      }
      let isOutside = { $0 > start && ![0x61, 0x62, 0x39].contains(bytes[$0 - 1]) }
      #expect(
        outside.filter(isOutside) == expected.filter(isOutside)
          && Set(outside).isSubset(of: expected),
        "seed \(seed), \(needle) in \(range), outside words")
    }
  }

  @Test("from where the last one says")
  func skipping() {
    let bytes = [UInt8]("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8)
    for step in 1...40 {
      var found: [Int] = []
      ByteFinder([0x61]).forEach(in: bytes.span, 2..<bytes.count) { place in
        found.append(place)
        return place + step
      }
      #expect(found == Array(stride(from: 2, to: bytes.count, by: step)))
    }
  }
}
