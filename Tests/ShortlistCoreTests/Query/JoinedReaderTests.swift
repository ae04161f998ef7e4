import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Letters that stand together")
struct JoinedReaderTests {
  private static let marks = Array("ab/-".utf8)

  /// Paths in the order of their directories, with few letters.
  private func paths(_ random: inout SeededRandom) -> [[UInt8]] {
    var folders: [String] = []
    var paths: [[UInt8]] = []
    for _ in 0..<60 {
      folders.removeLast(random.next(below: folders.count + 1))
      while folders.count < 5 && random.chance(0.7) {
        folders.append(
          (0...random.next(below: 5)).map { _ in random.pick(["a", "b", "c", "-", "B"]) }.joined())
      }
      for _ in 0...2 + random.next(below: 2) {
        let name = (0..<random.next(below: 6)).map { _ in random.pick(["a", "b", "-", "é"]) }
        paths.append(Array((folders.map { $0 + "/" }.joined() + name.joined()).utf8))
      }
    }
    return paths
  }

  @Test("are never called scattered, whichever heads were passed by", arguments: 1...60)
  func neverScattered(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let paths = paths(&random)
    var (shown, folded) = (Arena(), Arena())
    for path in paths {
      shown.append(path.span)
      folded.append(Folding.fold(String(decoding: path, as: UTF8.self)).span)
    }
    let index = LetterMaskIndex(shown, folded: folded)
    let letters = (0...random.next(below: 6)).map { _ in random.pick(Self.marks) }
    let needle = Needle(letters)
    var reader = JoinedReader(try #require(FuzzyNeedle(needle)))
    let skips = random.pick([0, 0.3, 0.9])
    for (number, head) in index.heads.enumerated() {
      if random.chance(skips) {
        reader.skip(head)
        continue
      }
      let rest = reader.rest(after: reader.read(number, of: index))
      for text in index.texts(number) {
        let isJoined = folded.with(text) {
          needle.matches($0, .anywhere) || !needle.joinedPlaces(in: $0).isEmpty
        }
        #expect(
          !isJoined || rest & ~index.tails[text] == 0,
          "seed \(seed): \(String(decoding: letters, as: UTF8.self)), text \(text)")
      }
    }
  }

  @Test("have bounds that no text exceeds, at each step", arguments: 1...60)
  func bounds(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var texts = TextBlock()
    let paths = paths(&random)
    for path in paths { texts.append(path.span) }
    let needle = Needle((0...random.next(below: 6)).map { _ in random.pick(Self.marks) })
    let scale = PointScale(needle, .letters, .kindsAndPoints(prefersShort: true))
    let indexed = IndexedTexts(
      block: texts, index: LetterMaskIndex(texts.shown, folded: texts.folded))
    var scoring = BlockScoring(needle, indexed, prefersJoined: true)
    let points = paths.indices.map { scoring.points(of: $0, scale) }
    let floor = random.pick(points)
    let lengths = paths.indices.map { texts.folded.range($0).count }
    let length = random.next(below: 20)
    let floors = FuzzyBounds.FloorsByLength(
      all: scale.floors(floor), longer: scale.floors(above: floor), length: length)
    let rows = [UInt64](repeating: .max, count: (paths.count + 63) / 64).enumerated().map {
      $0 * 64 + 64 <= paths.count ? $1 : ~(UInt64.max << UInt64(paths.count & 63))
    }
    let most = scoring.most(of: rows, floors)
    for (text, points) in points.enumerated() {
      let isWanted = points > floor || points == floor && lengths[text] <= length
      if points == .none || !isWanted { continue }
      let word = text >> 6
      let bound = max(
        scale.most(most.joined[word], isJoined: true),
        scale.most(most.scattered[word], isJoined: false))
      #expect(points <= bound, "seed \(seed), text \(text)")
      for step in [BoundStep.letters, .bytes] {
        var fuzzy = [FuzzyPoints](repeating: .none, count: 64)
        let scattered = scoring.raise(&fuzzy, (rows[word], word), step)
        let isJoined = scattered >> UInt64(text & 63) & 1 == 0
        let bound = scale.most(fuzzy[text & 63], isJoined: isJoined)
        #expect(points <= bound, "seed \(seed), text \(text), \(step)")
        #expect(
          !isJoined || points <= scoring.most(fuzzy[text & 63], of: text, scale),
          "seed \(seed), text \(text), \(step)")
      }
    }
  }
}
