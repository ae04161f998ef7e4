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

  /// Whether each letter is directly after the one before, or after one sign.
  private func standsTogether(_ letters: [UInt8], in text: [UInt8]) -> Bool {
    func goesOn(_ letters: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
      guard let letter = letters.first else { return true }
      guard let byte = text.first else { return false }
      if byte == letter && goesOn(letters.dropFirst(), text.dropFirst()) { return true }
      let isSign = byte < 0x80 && !Folding.isWordCharacter(UInt32(byte))
      return isSign && text.dropFirst().first == letter
        && goesOn(letters.dropFirst(), text.dropFirst(2))
    }
    return text.indices.contains { start in
      text[start] == letters[0] && goesOn(letters.dropFirst(), text[(start + 1)...])
    }
  }

  /// The letters that directly follow their predecessor in a text, and those that do so or follow
  /// it after a sign.
  private func followers(
    of letters: [UInt8], in text: ArraySlice<UInt8>
  ) -> (directly: UInt32, together: UInt32) {
    var followers: (directly: UInt32, together: UInt32) = (0, 0)
    for row in letters.indices.dropFirst() {
      for at in text.indices.dropFirst() where text[at] == letters[row] {
        let isSign = text[at - 1] < 0x80 && !Folding.isWordCharacter(UInt32(text[at - 1]))
        if text[at - 1] == letters[row - 1] {
          followers.directly |= 1 << UInt32(row)
          followers.together |= 1 << UInt32(row)
        } else if isSign && at > text.startIndex + 1 && text[at - 2] == letters[row - 1] {
          followers.together |= 1 << UInt32(row)
        }
      }
    }
    return followers
  }

  @Test("the pairs of bytes in 64 texts are few")
  func fewPairs() {
    let texts = (0..<128).map { $0 < 64 ? "src/ab-c\($0)" : "src/lib/xyz" }
    var arena = Arena()
    for text in texts { arena.append(Array(text.utf8).span) }
    let pairs = BytePairs(LetterMaskIndex(arena, folded: arena), folded: arena)
    #expect(pairs.followers(in: Array("abcsrc".utf8)) == [0b110, 0])
    #expect(pairs.followers(in: Array("xyzlib".utf8)) == [0, 0b110])
    // Without heads, the pairs are those of whole texts.
    let apart = (0..<128).map { "a\($0)/xy" }
    arena = Arena()
    for text in apart { arena.append(Array(text.utf8).span) }
    let whole = LetterMaskIndex(arena, folded: arena)
    #expect(whole.heads.count == 1)
    #expect(BytePairs(whole, folded: arena).followers(in: Array("1xyz".utf8)) == [0b110, 0b110])
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
    var pairReader = PairReader(try #require(FuzzyNeedle(needle)))
    var buffer = HeadBuffer()
    var pairs = BytePairs(index, folded: folded, upTo: random.next(below: folded.count + 1))
    while pairs.texts < folded.count {
      let end = pairs.texts + 1 + random.next(below: folded.count)
      pairs.insert(from: index, folded: folded, upTo: end)
      #expect(pairs.texts == min(end, folded.count))
    }
    #expect(pairs.bits == BytePairs(index, folded: folded).bits)
    let inTails = pairs.followers(in: letters)
    let skips = random.pick([0, 0.3, 0.9])
    for (number, head) in index.heads.enumerated() {
      if random.chance(skips) {
        reader.skip(head)
        pairReader.skip(head)
        continue
      }
      let state = reader.read(number, of: index, &buffer)
      let inHead = pairReader.read(number, of: index, &buffer)
      let rest = reader.rest(after: state)
      for text in index.texts(number) {
        let range = folded.range(text)
        let isFound = unsafe folded.withBuffers { bytes, _ in
          unsafe reader.isFound(
            after: state, in: bytes, range.lowerBound + Int(head.length)..<range.upperBound)
        }
        let bytes = folded.with(text) { text in text.indices.map { text[$0] } }
        #expect(isFound == standsTogether(letters, in: bytes), "seed \(seed), text \(text)")
        let isJoined = folded.with(text) {
          needle.matches($0, .anywhere) || !needle.joinedPlaces(in: $0).isEmpty
        }
        let mayBe = rest.mayBe(
          in: index.tails[text], starts: index.starts[text], inTails[text >> 6])
        let title = "seed \(seed): \(String(decoding: letters, as: UTF8.self)), text \(text)"
        #expect(!isJoined || mayBe, "\(title)")
        let (directly, together) = followers(of: letters, in: bytes[...])
        #expect(directly & ~(inHead.directly | inTails[text >> 6]) == 0, "\(title)")
        #expect(together & ~(inHead.together | inTails[text >> 6]) == 0, "\(title)")
        // Nothing but what the head has, or may have with the byte after it.
        let known = bytes[..<Int(head.length)]
        let (first, second) = followers(of: letters, in: known)
        let after = Self.marks.map { followers(of: letters, in: known + [$0]) }
        #expect(after.reduce(first) { $0 | $1.directly } == inHead.directly, "\(title)")
        #expect(after.reduce(second) { $0 | $1.together } == inHead.together, "\(title)")
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
    let index = LetterMaskIndex(texts.shown, folded: texts.folded)
    let indexed = IndexedTexts(
      block: texts, index: index,
      pairs: random.chance(0.8) ? BytePairs(index, folded: texts.folded) : nil)
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
      var bounds = [FuzzyPoints](repeating: .none, count: 64)
      scoring.raise(&bounds, (rows[word], word), scale)
      #expect(points <= bounds[text & 63], "seed \(seed), text \(text)")
      var fuzzy = [FuzzyPoints](repeating: .none, count: 64)
      let scattered = scoring.raiseClosely(&fuzzy, (rows[word], word))
      let isJoined = scattered >> UInt64(text & 63) & 1 == 0
      let closer = scale.most(fuzzy[text & 63], isJoined: isJoined)
      #expect(points <= closer, "seed \(seed), text \(text)")
      #expect(
        !isJoined || points <= scoring.most(fuzzy[text & 63], of: text, scale),
        "seed \(seed), text \(text)")
    }
  }
}
