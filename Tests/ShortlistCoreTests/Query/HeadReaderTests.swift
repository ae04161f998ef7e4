import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Letters in the heads of texts")
struct HeadReaderTests {
  /// Where the letters are in order from some byte on, each as soon as possible.
  private func places(of letters: [UInt8], in head: ArraySlice<UInt8>, from first: Int) -> [Int] {
    var places: [Int] = []
    for (place, byte) in head.enumerated().dropFirst(first) {
      if places.count < letters.count && byte == letters[places.count] { places.append(place) }
    }
    return places
  }

  @Test("are found whichever heads were passed by before", arguments: 1...60)
  func anyHeads(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var arena = Arena()
    var folders: [String] = []
    for _ in 0..<120 {
      // A neighbour shares some of the folders, as in a list of paths that is in order.
      folders.removeLast(random.next(below: folders.count + 1))
      while folders.count < 6 && random.chance(0.7) {
        folders.append(
          (0...random.next(below: 9)).map { _ in random.pick(["a", "b", "c"]) }.joined())
      }
      for name in 0...2 + random.next(below: 2) {
        let path = folders.map { $0 + "/" }.joined() + "x\(name)"
        arena.append(Array(path.utf8).span)
      }
    }
    let index = LetterMaskIndex(arena, folded: arena)
    #expect(index.heads.count > 30, "seed \(seed)")
    let letters = (0...random.next(below: 6)).map { _ in random.pick(Array("abc/".utf8)) }
    let first = random.pick([0, 1])
    var reader = HeadReader(try #require(FuzzyNeedle(Needle(letters))), from: first)
    var buffer = HeadBuffer()
    let skips = random.pick([0, 0.3, 0.9])
    for (number, head) in index.heads.enumerated() {
      if random.chance(skips) {
        reader.skip(head)
        continue
      }
      let bytes = arena.with(Int(head.first)) { text in (0..<text.count).map { text[$0] } }
      let expected = places(of: letters, in: bytes.prefix(Int(head.length)), from: first)
      #expect(
        reader.read(number, of: index, &buffer) == expected.count, "seed \(seed), head \(number)")
      if let last = expected.last {
        #expect(reader.lastPlace == last, "seed \(seed), head \(number)")
      }
    }
  }
}
