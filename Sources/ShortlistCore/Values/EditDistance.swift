/// The edit distance between a typed word and other words, which are given letter by letter.
///
/// The distance is the number of typos: letters that are missing, too many, wrong, or swapped with
/// the next one. It is known after each letter, as if the word ended there. Letters are removed
/// again for the next word with the same beginning.
///
/// All beginnings of the typed word are compared at once (Wu and Manber, Fast Text Searching
/// Allowing Errors, 1992; swaps as in Hyyrö, A Bit-Vector Algorithm for Computing Levenshtein and
/// Damerau Edit Distances, 2003): bit 3 of a state stands for its first three letters.
///
///     typed c a t      after "ca"      0 typos    bit 2            (ca)
///     bit   1 2 3                      1 typo     bits 1, 2, 3     (c, ca, cat)
struct EditDistance {
  /// The number of typed letters.
  private let letters: Int
  /// The maximum number of typos that are counted.
  private let most: Int
  /// For each ASCII letter the places at which it was typed: bit 1 for the first letter.
  private var ascii = [UInt128](repeating: 0, count: 128)
  /// The same for each other letter that was typed.
  private var others: [(letter: UInt32, places: UInt128)] = []
  /// The number of letters added.
  private(set) var count = 0
  /// The places of each letter added, and room for others.
  private var word: [UInt128]
  /// For each number of added letters and each number of typos, the beginnings of the typed word
  /// with at most so many; and room for others.
  private var states: [UInt128]

  /// The maximum number of typed letters.
  static let maxLetters = 127

  /// Creates the distance to an empty word.
  ///
  /// - Precondition: There are at most `maxLetters` letters.
  init(_ typed: [UInt32], most: Int) {
    precondition(typed.count <= Self.maxLetters, "\(typed.count) letters were typed")
    (letters, self.most) = (typed.count, most)
    // One letter more than in any word with so few typos.
    let room = typed.count + most + 1
    word = Array(repeating: 0, count: room)
    states = Array(repeating: 0, count: (room + 1) * (most + 1))
    for (place, letter) in typed.enumerated() {
      let bit: UInt128 = 1 << UInt128(place + 1)
      if letter < 128 {
        ascii[Int(letter)] |= bit
      } else if let known = others.firstIndex(where: { $0.letter == letter }) {
        others[known].places |= bit
      } else {
        others.append((letter, bit))
      }
    }
    var state: UInt128 = 1
    for typos in 0...most {
      states[typos] = state
      state |= state << 1 & all
    }
  }

  /// The bits of all beginnings of the typed word.
  private var all: UInt128 { ~0 >> UInt128(Self.maxLetters - letters) }

  /// The number of typos if the word ends here; more than the maximum if there are too many.
  var whole: Int {
    let now = count * (most + 1)
    var typos = 0
    while typos <= most && states[now + typos] >> UInt128(letters) & 1 == 0 { typos += 1 }
    return typos
  }

  /// The number of typos if the typed word is a beginning of the word that ends here; more than the
  /// maximum if there are too many.
  ///
  /// The last typed letter must be right: the last one here, or swapped with it.
  var beginning: Int {
    if count == 0 || letters == 0 { return most + 1 }
    let last = word[count - 1]
    let end: UInt128 = 1 << UInt128(letters)
    if last & end != 0 { return whole }
    guard count > 1, letters > 1, word[count - 2] & end != 0, last & end >> 1 != 0 else {
      return most + 1
    }
    // All letters before the swapped ones count as well as they can.
    let before = (count - 2) * (most + 1)
    var typos = 0
    while typos < most && states[before + typos] >> UInt128(letters - 2) & 1 == 0 { typos += 1 }
    return typos + 1
  }

  /// Adds a letter.
  ///
  /// - Precondition: More letters could lead to at most the maximum number of typos.
  /// - Returns: Whether more letters may lead to at most the maximum number of typos.
  mutating func add(_ letter: UInt32) -> Bool {
    let places =
      letter < 128
      ? ascii[Int(letter)] : others.first { $0.letter == letter }?.places ?? 0
    let before = count * (most + 1)
    let now = before + most + 1
    var state = states[before] << 1 & places
    states[now] = state
    // The places of a letter before which this one was typed, in place of after it.
    let swapped = count == 0 ? 0 : word[count - 1] & places << 1
    for typos in 0..<most {
      let fewer = states[before + typos]
      // This letter is too many, or wrong, or the next typed one is missing.
      var next = states[before + typos + 1] << 1 & places | fewer | (fewer | state) << 1
      if swapped != 0 { next |= states[before - most - 1 + typos] << 2 & swapped }
      state = next & all
      states[now + typos + 1] = state
    }
    word[count] = places
    count += 1
    return state != 0
  }

  /// Returns the number of typos between two words; nil if there are more than `most`, or too many
  /// letters.
  static func between(_ typed: [UInt32], _ word: [UInt32], most: Int) -> Int? {
    if abs(typed.count - word.count) > most || typed.count > maxLetters { return nil }
    var distance = Self(typed, most: most)
    guard word.allSatisfy({ distance.add($0) }), distance.whole <= most else { return nil }
    return distance.whole
  }

  /// Removes all letters after the first `count`.
  mutating func keep(_ count: Int) { self.count = min(count, self.count) }
}
