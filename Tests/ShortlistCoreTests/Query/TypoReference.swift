@testable import ShortlistCore

/// A slow search for words with typos.
enum TypoReference {
  private static func scalars(_ text: some StringProtocol) -> [Unicode.Scalar] {
    Array(text.unicodeScalars)
  }

  /// The folded words of a text.
  static func words(_ text: String) -> [[Unicode.Scalar]] {
    Folding.foldedText(text).unicodeScalars.split { !Folding.isWordCharacter($0.value) }
      .map { Array($0) }
  }

  private static func isNumber(_ word: [Unicode.Scalar]) -> Bool {
    word.allSatisfy { ("0"..."9").contains($0) }
  }

  /// How many typos a typed word may have.
  static func most(_ typed: [Unicode.Scalar]) -> Int {
    if isNumber(typed) || typed.count > 64 { return 0 }
    return typed.count < 4 ? 0 : typed.count < 8 ? 1 : 2
  }

  /// How many letters must be inserted, removed, replaced, or swapped with the next one.
  static func distance(_ a: some Sequence<Unicode.Scalar>, _ b: some Sequence<Unicode.Scalar>)
    -> Int
  {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j], rows[i][j + 1]) + 1
        least = min(least, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }

  /// The typos with which a typed word is found in a word; nil if there are too many.
  static func typos(_ typed: [Unicode.Scalar], _ word: [Unicode.Scalar]) -> Int? {
    if word.starts(with: typed) { return 0 }
    let most = most(typed)
    guard most > 0, typed[0] == word[0], !isNumber(word), word.count > 2 else { return nil }
    // The last letter is right, or swapped with the one before.
    let beginnings = (1...word.count).compactMap { count -> Int? in
      let beginning = Array(word[..<count])
      if beginning.last == typed.last { return distance(typed, beginning) }
      guard count > 1, Array(beginning.suffix(2)) == typed.suffix(2).reversed() else { return nil }
      return distance(typed.dropLast(2), beginning.dropLast(2)) + 1
    }
    let least = (beginnings + [distance(typed, word)]).min() ?? .max
    return least <= most ? least : nil
  }

  /// How a text has all words of a search: 0 as typed, 1 as whole words with one typo, 2 with one
  /// typo, 3 as whole words with two typos, 4 with two.
  static func level(_ search: String, _ texts: [String]) -> Int? {
    let typed = words(search)
    func hasAll(_ text: String, _ level: Int) -> Bool {
      typed.allSatisfy { typed in
        words(text).contains { word in
          let most = min(Self.most(typed), (level + 1) / 2)
          if most == 0 { return word.starts(with: typed) }
          if level % 2 == 0 { return Self.typos(typed, word).map { $0 <= most } ?? false }
          return typed[0] == word[0] && !isNumber(word) && word.count > 2
            && distance(typed, word) <= most
        }
      }
    }
    let most = typed.map(Self.most).max() ?? 0
    return (0...2 * most).first { level in texts.contains { hasAll($0, level) } }
  }

  /// What orders rows by the levels of the words of a search: their typos, then whether any is only
  /// a beginning.
  static func order(_ levels: [Int]) -> Int {
    2 * levels.reduce(0) { $0 + ($1 + 1) / 2 } + (levels.contains { $0 > 0 && $0 % 2 == 0 } ? 1 : 0)
  }

  /// The rows that have all words of a search, in order, by their indices.
  static func rows(_ rows: [[String]], _ search: String) -> [Int] {
    let words = Set(words(search)).map { typed in
      String(String.UnicodeScalarView(typed))
    }
    return rows.indices.compactMap { row -> (Int, Int)? in
      let found = words.map { level($0, rows[row]) }
      return found.contains(nil) ? nil : (row, order(found.compactMap(\.self)))
    }
    .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }
}
