/// The words of up to 65,536 texts, sorted, each with the texts that have it.
///
/// Words of fewer than three letters and words of digits are left out, and so is all after the 68th
/// letter of a word: no search with typos needs them. Neighbouring texts often share their
/// beginnings, so the texts of a word are stored as runs.
struct WordIndex: Sendable {
  /// Neighbouring texts, by their positions among the texts of the index.
  struct Run: Sendable {
    let first: UInt16
    var last: UInt16
  }

  /// The words in the order of their bytes.
  let words: Arena
  /// The number of bytes that each word shares with the one before it, at most 255.
  let shared: [UInt8]
  /// The texts of each word in turn.
  let runs: [Run]
  /// The end of each word's runs.
  let runEnds: [UInt32]
  /// The number of texts.
  let texts: Int

  /// The number of letters of a word that are kept.
  private static let maxLetters = 68

  /// Creates the index of some texts of an arena.
  ///
  /// - Complexity: O(bytes not shared with the text before + words log words)
  init(_ folded: Arena, _ range: Range<Int>) {
    var reader = WordReader()
    for text in range { reader.read(folded, text, at: UInt16(text - range.lowerBound)) }
    let found = reader.words
    func key(_ word: UInt32, _ depth: Int) -> TextSort.Key {
      found.with(Int(word)) { TextSort.Key($0, depth) }
    }
    let order = TextSort(folded: key, shown: key).sorted(Array(0..<UInt32(found.count)))
    var (words, shared) = (Arena(), [UInt8]())
    words.reserve(texts: order.count, bytes: found.bytes.count)
    shared.reserveCapacity(order.count)
    var places = [Int](repeating: 0, count: order.count)
    for (place, word) in order.enumerated() {
      places[Int(word)] = place
      found.with(Int(word)) { bytes in
        let common = place == 0 ? 0 : words.with(place - 1) { $0.common(bytes) }
        shared.append(UInt8(clamping: common))
        words.append(bytes)
      }
    }
    var ends = [UInt32](repeating: 0, count: order.count)
    for run in reader.runs { ends[places[Int(run.word)]] += 1 }
    for place in ends.indices.dropFirst() { ends[place] += ends[place - 1] }
    var runs = [Run](repeating: Run(first: 0, last: 0), count: reader.runs.count)
    var left = ends
    for run in reader.runs.reversed() {
      let place = places[Int(run.word)]
      left[place] -= 1
      runs[Int(left[place])] = run.run
    }
    (self.words, self.shared, self.runs, runEnds) = (words, shared, runs, ends)
    texts = range.count
  }

  /// Returns the runs of a word.
  func runs(of word: Int) -> ArraySlice<Run> {
    runs[(word == 0 ? 0 : Int(runEnds[word - 1]))..<Int(runEnds[word])]
  }

  /// Returns the part of a word that an index keeps; nil if it leaves the word out.
  static func kept(_ word: Span<UInt8>) -> Range<Int>? {
    var (letters, end, hasLetter) = (0, 0, false)
    while end < word.count && letters < maxLetters {
      if word[end] &- UInt8(ascii: "0") > 9 { hasLetter = true }
      end += 1
      while end < word.count && word[end] & 0xC0 == 0x80 { end += 1 }
      letters += 1
    }
    return letters < 3 || !hasLetter ? nil : 0..<end
  }
}

/// A reader of texts that collects their words.
private struct WordReader {
  /// The distinct words in the order of their first occurrence.
  private(set) var words = Arena()
  /// Runs of texts with a word, in the order of their beginning.
  private(set) var runs: [(word: UInt32, run: WordIndex.Run)] = []
  /// A hash table of the words' numbers plus one, with open addressing; 0 marks a free entry.
  private var places = [UInt32](repeating: 0, count: 1024)
  /// The last run of each word.
  private var last: [Int] = []
  /// The words of the text before, with their ends in it; a word that is left out has no number.
  private var before: [(end: Int, word: UInt32?)] = []
  private var textBefore = 0..<0

  /// Reads the next text, and only what it does not share with the one before.
  mutating func read(_ texts: Arena, _ text: Int, at position: UInt16) {
    let range = texts.range(text)
    let all = texts.bytes.span
    let bytes = all.extracting(range)
    let common = all.extracting(textBefore).common(bytes)
    textBefore = range
    // A word ends at a character, which is known to be the same if all its bytes are.
    while let end = before.last?.end, end + 4 > common { before.removeLast() }
    for (_, word) in before { if let word { append(word, position) } }
    var at = before.last?.end ?? 0
    while let place = Folding.nextWord(in: bytes, from: at) {
      at = place.upperBound
      var word: UInt32?
      if let kept = WordIndex.kept(bytes.extracting(place)) {
        word = number(of: bytes.extracting(place).extracting(kept))
      }
      before.append((at, word))
      if let word { append(word, position) }
    }
  }

  /// Records that a text has a word.
  private mutating func append(_ word: UInt32, _ text: UInt16) {
    let known = last[Int(word)]
    if known >= 0, runs[known].run.last == text { return }
    if known >= 0, runs[known].run.last == text &- 1, text > 0 {
      runs[known].run.last = text
    } else {
      last[Int(word)] = runs.count
      runs.append((word, WordIndex.Run(first: text, last: text)))
    }
  }

  private mutating func number(of word: Span<UInt8>) -> UInt32 {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: Bytes.hash(word)) & mask
    while places[place] != 0 {
      if words.with(Int(places[place]) - 1, { $0.isSame(as: word) }) { return places[place] - 1 }
      place = (place + 1) & mask
    }
    let number = UInt32(words.count)
    words.append(word)
    last.append(-1)
    places[place] = number + 1
    if words.count * 4 > places.count * 3 { grow() }
    return number
  }

  private mutating func grow() {
    let mask = places.count * 2 - 1
    places = Array(repeating: 0, count: mask + 1)
    for number in 0..<words.count {
      var place = words.with(number) { Int(truncatingIfNeeded: Bytes.hash($0)) & mask }
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(number + 1)
    }
  }
}

extension Span<UInt8> {
  /// Returns the number of leading bytes that are those of another span.
  fileprivate func common(_ other: Span<UInt8>) -> Int {
    let most = Swift.min(count, other.count)
    var common = 0
    while common < most && self[common] == other[common] { common += 1 }
    return common
  }
}
