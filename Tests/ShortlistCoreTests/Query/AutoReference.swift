@testable import ShortlistCore

/// A slow search with signs: words, quotes and signs without attributes.
struct AutoReference {
  private enum Kind { case letters, anywhere, start, end, whole, word }
  private struct Term {
    var isNot = false
    var kind = Kind.letters
    var text: [Unicode.Scalar] = []
  }

  private var clauses: [[Term]] = []

  init(_ search: String) {
    var rest = Array(search.unicodeScalars)[...]
    var isOr = false
    while let first = rest.first {
      if first.isSpace {
        rest = rest.dropFirst()
        continue
      }
      let word = rest.prefix { !$0.isSpace }
      if word.elementsEqual("|".unicodeScalars) || word.elementsEqual("OR".unicodeScalars) {
        isOr = !clauses.isEmpty
        rest = rest.dropFirst(word.count)
        continue
      }
      let term = Self.term(&rest)
      if term.text.isEmpty { continue }
      if isOr { clauses[clauses.count - 1].append(term) } else { clauses.append([term]) }
      isOr = false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    Folding.isWordCharacter(scalar.value)
  }

  private static func term(_ rest: inout ArraySlice<Unicode.Scalar>) -> Term {
    func skip(_ sign: Unicode.Scalar) -> Bool {
      guard rest.first == sign else { return false }
      rest = rest.dropFirst()
      return true
    }
    var term = Term()
    term.isNot = skip("!")
    if !term.isNot, rest.first == "-", let next = rest.dropFirst().first {
      let isDigit = ("0"..."9").contains(next)
      if next == "\"" || isWord(next) && !isDigit { term.isNot = skip("-") }
    }
    let isExact = skip("'")
    let isStart = !isExact && skip("^")
    var isEnd = false
    var isBordered = false
    var text: [Unicode.Scalar] = []
    let isQuoted = skip("\"")
    if isQuoted {
      text = Array(rest.prefix { $0 != "\"" })
      rest = rest.dropFirst(text.count + 1)
      let word = rest.prefix { !$0.isSpace }
      if word.elementsEqual("$".unicodeScalars) { isEnd = skip("$") }
    } else {
      text = Array(rest.prefix { !$0.isSpace })
      rest = rest.dropFirst(text.count)
      if text.count > 1, text.last == "$" {
        isEnd = true
        text.removeLast()
      }
      if isExact, !isStart, !isEnd, text.count > 1, text.last == "'" {
        isBordered = true
        text.removeLast()
      }
    }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    term.text = Array(Folding.foldedText(String(view)).unicodeScalars)
    let signs = [true] + term.text.map { !isWord($0) }
    let isLiteral = zip(signs, signs.dropFirst()).contains { $0 && $1 }
    let isPlain = !(term.isNot || isExact || isQuoted || isLiteral)
    term.kind =
      isStart
      ? (isEnd ? .whole : .start)
      : isEnd
        ? .end
        : isBordered
          ? .word
          : isPlain ? .letters : .anywhere
    return term
  }

  /// The points of a term in a text; nil if it is not there.
  private func points(_ term: Term, _ shown: String, isText: Bool, isFine: Bool) -> Int? {
    let text = Array(Folding.foldedText(shown).unicodeScalars)
    let count = term.text.count
    let places = text.indices.filter { text[$0...].starts(with: term.text) }.filter { place in
      switch term.kind {
      case .letters, .anywhere: true
      case .start: place == 0
      case .end: place + count == text.count
      case .whole: place == 0 && count == text.count
      case .word:
        (place == 0 || !Self.isWord(text[place - 1]))
          && (place + count == text.count || !Self.isWord(text[place + count])
            || !Self.isWord(text[place + count - 1]))
      }
    }
    let begins = places.contains { $0 == 0 || !Self.isWord(text[$0 - 1]) }
    let isJoined = term.kind == .letters && isText && beginsJoined(term.text, text)
    let kind = begins || isJoined ? 4096 : places.isEmpty ? 0 : 3072
    if kind == 0 && (term.kind != .letters || !isText) { return nil }
    var needle = String.UnicodeScalarView()
    needle.append(contentsOf: term.text)
    guard let fuzzy = FuzzyReference(shown).points(String(needle)) else { return nil }
    return kind + (isFine ? min(fuzzy, 1023) : 0)
  }

  /// Whether letters begin a word of a text if single signs between words are left out.
  private func beginsJoined(_ letters: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    text.indices.contains { start in
      if start > 0 && Self.isWord(text[start - 1]) || text[start] != letters[0] { return false }
      var (next, skipped) = (0, start)
      for at in start..<text.count where next < letters.count {
        if text[at] == letters[next] {
          next += 1
        } else if text[at].isASCII && !Self.isWord(text[at]) && skipped < at {
          skipped = at + 1
        } else {
          return false
        }
      }
      return next == letters.count
    }
  }

  /// The points of a row; nil if it does not match.
  func points(_ values: [(shown: String, isText: Bool)], isFine: Bool = true) -> Int? {
    var sum = 0
    for clause in clauses {
      var best: Int?
      for term in clause {
        let found = values.compactMap {
          points(term, $0.shown, isText: $0.isText, isFine: isFine)
        }.max()
        if term.isNot {
          if found == nil { best = max(best ?? 0, 0) }
        } else if let found {
          best = max(best ?? 0, found)
        }
      }
      guard let best else { return nil }
      sum += best
    }
    return sum
  }

  /// The order of a row by the typos of all words that may have some; nil if it does not match with
  /// typos.
  private func typos(_ values: [(shown: String, isText: Bool)]) -> Int? {
    var levels: [Int] = []
    for clause in clauses {
      var alone = self
      alone.clauses = [clause]
      if alone.points(values) != nil { continue }
      let text = String(String.UnicodeScalarView(clause[0].text))
      guard mayHaveTypos(clause),
        let level = TypoReference.level(text, values.filter(\.isText).map(\.shown))
      else { return nil }
      levels.append(level)
    }
    return TypoReference.order(levels)
  }

  private func mayHaveTypos(_ clause: [Term]) -> Bool {
    clause.count == 1 && clause[0].kind == .letters
      && TypoReference.words(String(String.UnicodeScalarView(clause[0].text)))
        .contains { TypoReference.most($0) > 0 }
  }

  /// The rows that match, in order, by their indices.
  func rows(_ rows: [[(shown: String, isText: Bool)]]) -> [Int] {
    let typed = rowsAsTyped(rows)
    if typed.count >= Sizes.enough || !clauses.contains(where: mayHaveTypos) { return typed }
    let others = rows.indices.filter { !typed.contains($0) }.compactMap { row in
      typos(rows[row]).map { (row, $0) }
    }
    func length(_ row: Int) -> Int {
      rows[row].reduce(0) { $0 + ($1.isText ? Folding.fold($1.shown).count : 0) }
    }
    return typed
      + others.sorted { ($0.1, length($0.0), $0.0) < ($1.1, length($1.0), $1.0) }
      .map(\.0)
  }

  private func rowsAsTyped(_ rows: [[(shown: String, isText: Bool)]]) -> [Int] {
    let isRanked = clauses.joined().contains { !$0.isNot }
    func length(_ row: Int) -> Int {
      !isRanked ? 0 : rows[row].reduce(0) { $0 + ($1.isText ? Folding.fold($1.shown).count : 0) }
    }
    return rows.indices.compactMap { row in points(rows[row]).map { (row, $0, length(row)) } }
      .sorted { ($1.1, $0.2, $0.0) < ($0.1, $1.2, $1.0) }.map(\.0)
  }
}
