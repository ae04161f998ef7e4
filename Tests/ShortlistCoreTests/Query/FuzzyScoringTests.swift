import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("Fuzzy points")
struct FuzzyScoringTests {
  private static let pieces = [
    "a", "b", "c", "A", "B", "ab", "aab", "/", "-", " ", "1", "x", "é", "ß", "日", "bc", "a/", "_",
    "b/a", "cab/", "//",
  ]

  private func aligned(_ text: String, _ needle: Needle) -> Int {
    var aligner = FuzzyAligner()
    return Int(aligner.points(Array(text.utf8).span, Folding.fold(text).span, needle).value)
  }

  @Test("are the best of all alignments, for every text of five letters")
  func smallWorld() {
    let letters = ["a", "b", "A", "/", "-"]
    let needles = ["a", "ab", "ba", "aa", "aba", "b/a", "-a"]
    var texts = [""]
    for _ in 0..<5 { texts += texts.suffix(3125).flatMap { text in letters.map { text + $0 } } }
    for text in Set(texts) {
      let reference = FuzzyReference(text)
      for needle in needles {
        let points = aligned(text, Needle(Array(needle.utf8)))
        #expect(points == reference.points(needle) ?? 0, "\(needle) in \(text)")
      }
    }
  }

  @Test("are the same in a block of texts that begin alike, within bounds", arguments: 1...60)
  func blocks(seed: Int) {
    var random = SeededRandom(seed: seed)
    func text(_ most: Int) -> String {
      (0..<random.next(below: most)).map { _ in random.pick(Self.pieces) }.joined()
    }
    var texts: [String] = []
    for _ in 0..<120 {
      let before = texts.last ?? ""
      let kept = random.chance(0.2) ? 0 : random.next(below: before.unicodeScalars.count + 1)
      texts.append(String(String.UnicodeScalarView(before.unicodeScalars.prefix(kept))) + text(8))
      if random.chance(0.02) { texts.append(String(repeating: "xb-", count: 200) + text(3)) }
    }
    var arena = Arena()
    for text in texts { arena.append(Array(text.utf8).span) }
    let block = TextBlock(arena)
    let rows = TextRows(block)
    _ = rows.indexed
    if random.chance(0.8) { rows.preparePairs(upTo: random.chance(0.8) ? .max : rows.count / 2) }
    let indexed = rows.indexed
    let references = texts.map { $0.utf8.count > 60 ? nil : FuzzyReference($0) }
    for needle in ["a", "ab", "abc", "bb", "b1", "1/", "xab", "aß", "日", text(5)] {
      let bytes = Folding.fold(needle).filter { $0 != 0x20 }
      if bytes.isEmpty { continue }
      let needle = Needle(bytes)
      let words = RowSet(all: texts.count).words
      var hits = [UInt64](repeating: 0, count: words.count)
      FuzzyNeedle(needle)?.mark(indexed, among: words, in: &hits)
      // Some texts are left out, which makes what neighbours have in common less.
      let asked = texts.indices.filter { _ in random.chance(0.7) }
      var scoring = BlockScoring(needle, indexed)
      let scale = PointScale(needle, .letters, .points(prefersShort: false))
      let floor = random.next(below: 80)
      let floors = FuzzyBounds.Floors(
        joined: FuzzyPoints(clamping: floor), scattered: FuzzyPoints(clamping: floor))
      let most = scoring.most(
        of: words, FuzzyBounds.FloorsByLength(all: floors, longer: floors, length: .max)
      ).joined
      var first = [FuzzyPoints](repeating: .none, count: words.count * 64)
      var second = first
      for (number, bits) in words.enumerated() {
        let places = number * 64..<number * 64 + 64
        var bounds = [FuzzyPoints](repeating: .none, count: 64)
        scoring.raise(&bounds, (bits, number), scale)
        first.replaceSubrange(places, with: bounds)
        bounds = Array(repeating: .none, count: 64)
        let wanted = asked.reduce(UInt64(0)) { $1 / 64 == number ? $0 | 1 << UInt64($1 % 64) : $0 }
        _ = scoring.raiseClosely(&bounds, (wanted, number))
        second.replaceSubrange(places, with: bounds)
      }
      let letters = String(decoding: bytes, as: UTF8.self)
      for row in texts.indices {
        let text = texts[row]
        let points = aligned(text, needle)
        if let reference = references[row] {
          #expect(
            points == reference.points(letters) ?? 0, "\(bytes) in \(text), seed \(seed)")
        }
        if FuzzyNeedle(needle) != nil {
          #expect(hits.hasBit(row) == (points > 0), "\(bytes) in \(text), seed \(seed)")
        }
        #expect(
          points <= first[row].value || points < max(1, floor), "\(bytes) in \(text), seed \(seed)")
        #expect(
          points <= most[row / 64].value || points < floor, "\(bytes) in \(text), seed \(seed)")
        #expect(points <= FuzzyBounds.most(of: needle).value)
        guard asked.contains(row) else { continue }
        #expect(Int(scoring.points(of: row).value) == points, "\(bytes) in \(text), seed \(seed)")
        #expect(
          points <= second[row].value || points < floor,
          "\(bytes) in \(text), seed \(seed): \(second[row])")
      }
      #expect(indexed.index.tails.count == texts.count)
    }
  }

  @Test("the letters of neighbours with the same head are looked at once")
  func heads() {
    var rows = TextRows()
    for text in ["a/b/c", "a/b/D", "a/e", "a/f", "A/f", "g", "h", "h"] {
      rows.append(Array(text.utf8))
    }
    let index = rows.indexed.index
    #expect(index.heads.map(\.first) == [0, 2, 4, 5])
    #expect(index.heads.map(\.length) == [4, 2, 2, 0])
    #expect(index.heads.map(\.common) == [0, 2, 0, 0])
    #expect(index.headBytes == Array("a/b/a/".utf8))
    #expect(index.heads[0].tails == letters([0x63, 0x64]))
    #expect(index.heads[0].letters == letters(Array("a/b".utf8)))
    #expect(index.tails[4] == letters([0x66]))
    #expect(index.firsts == Array("aaaaaghh".utf8))
    for text in 0..<8 {
      for guess in 0..<4 {
        #expect(index.texts(index.head(of: text, near: guess)).contains(text), "\(text)")
      }
    }
    rows.append(Array("i/j".utf8))
    rows.append(Array("k/l".utf8))
    #expect(rows.indexed.index.heads.count == 1, "hardly any head is shared")
    #expect(rows.indexed.index.tails[0] == letters(Array("a/bc".utf8)))
  }

  @Test("copies of texts that get other texts know other letters")
  func copies() {
    var first = TextRows()
    first.append(Array("abc".utf8))
    var second = first
    #expect(first.indexed.index.tails == second.indexed.index.tails)
    first.append(Array("abd".utf8))
    second.append(Array("x".utf8))
    #expect(first.indexed.index.tails[1] == letters([0x61, 0x62, 0x64]))
    #expect(second.indexed.index.tails[1] == letters([0x78]))
  }

  @Test("more points than can be told apart leave rows in source order", arguments: [false, true])
  func mostPoints(prefersShort: Bool) throws {
    let long = String(repeating: "a", count: 2600)
    let rows = (0..<2100).map { ["\($0)", long] }
    var list = ListEngine(try .plain(["id", "name"], rows))
    _ = list.setRange(.fixed(length: 50), section: nil)
    var query = ListQuery()
    query.attributes = ["name"]
    query.match = .fuzzy
    query.prefersShort = prefersShort
    query.search = long
    _ = try list.setQuery(query)
    #expect(list.total == rows.count)
    #expect(list.visibleIDs == (0..<50).map { RowID.integer($0) })
  }

  @Test("points and sums of them end where no more can be told, and never begin anew")
  func saturation() {
    let numbers = [0, 1, 36, 32_767, 32_768, 65_499, 65_500, 65_534, 65_535, 65_536, 1 << 40]
    for a in numbers {
      let points = FuzzyPoints(clamping: a)
      #expect(Int(points.value) == min(a, 65_535))
      #expect(points.score() >> 16 == UInt32(points.value))
      for b in numbers {
        let sum = points + FuzzyPoints(clamping: b)
        #expect(Int(sum.value) == min(min(a, 65_535) + min(b, 65_535), 65_535))
        #expect(sum >= points && sum.score() >= points.score())
      }
    }
    #expect(FuzzyPoints(clamping: -1) == .none)
    // What is kept of an alignment of the longest needle that is looked for at once, in 16 bits.
    let letter = Int(FuzzyAligner.letter + BonusClass.start.points)
    #expect((FuzzyNeedle.maxLetters + 1) * letter < 16_384)
  }

  @Test("a bound of several words is never less than their points", arguments: 1...20)
  func boundsOfSums(seed: Int) {
    var random = SeededRandom(seed: seed)
    func bound() -> FuzzyPoints {
      FuzzyPoints(clamping: random.pick([0, 36, 800, 40_000, 65_535, random.next(below: 70_000)]))
    }
    for _ in 0..<1000 {
      let bounds = (0..<1 + random.next(below: 5)).map { _ in bound() }
      let points = bounds.map { FuzzyPoints(clamping: random.next(below: Int($0.value) + 1)) }
      let sums = (bounds.reduce(.none, +), points.reduce(.none, +))
      #expect(sums.0 >= sums.1, "seed \(seed)")
      #expect(sums.0.score(shortness: .max) >= sums.1.score(), "seed \(seed)")
    }
  }

  @Test("greedy points are those of an alignment, of the same texts", arguments: 1...40)
  func greedy(seed: Int) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      let text = (0..<random.next(below: 9)).map { _ in random.pick(Self.pieces) }.joined()
      let word = (0..<1 + random.next(below: 3)).map { _ in random.pick(Self.pieces) }.joined()
      let folded = Folding.fold(text)
      let letters = Folding.fold(word).filter { $0 != 0x20 }
      if letters.isEmpty { continue }
      let needle = Needle(letters, isGreedy: true)
      let best = aligned(text, Needle(needle.bytes))
      let points = aligned(text, needle)
      let note = "\(word) in \(text), seed \(seed)"
      #expect((points == 0) == (best == 0) && points <= best, "\(note)")
      let places = FuzzyAligner.greedyPlaces(of: needle, in: folded.span)
      #expect(
        Array(places.map { folded[$0] }.joined()) == (best == 0 ? [] : needle.bytes), "\(note)")
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
      if best > 0 {
        let reference = FuzzyReference(text).points(
          ofLettersAt: places.map { place in
            folded[..<place.lowerBound].count { $0 & 0xC0 != 0x80 }
          })
        #expect(points == reference, "\(note)")
      }
    }
  }

  @Test("long texts and long searches match the same, and take a time by the length of both")
  func longTexts() throws {
    let text = String(repeating: "abcdefghij ", count: 20_000)
    let rows = [["1", "x"], ["2", text], ["3", text + "z"], ["4", "abcdefghij z"]]
    var list = ListEngine(try .plain(["id", "name"], rows))
    for search in ["az", "abcdefghij", String(text.prefix(9_000)), "ajz b"] {
      try list.update { ($0.match, $0.search) = (.fuzzy, search) }
      let words = search.split(separator: " ").map { Needle(Array($0.utf8)) }
      let expected = rows.filter { row in
        words.allSatisfy { $0.matches(Array(row[1].utf8).span, .letters) }
      }
      #expect(list.total == expected.count, "\(search.count) letters")
    }
    var query = list.query
    query.search = "z ab"
    #expect(query.highlights(in: text + "z", of: "name").count == 2)
  }

  private func letters(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { $0 | LetterMaskIndex.bit(of: $1) }
  }
}
