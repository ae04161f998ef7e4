@testable import ShortlistCore

/// A typed line, and the rows that it finds: those that a slow look finds, also if it was typed
/// letter by letter, and in a window the first of them.
struct SearchCheck {
  private let match: MatchKind
  private let line: String
  private let texts: [String]

  init(_ input: inout Input) {
    match = MatchKind.allCases[input.number(below: MatchKind.allCases.count)]
    line = input.line() ?? ""
    var texts: [String] = []
    while let text = input.line() { texts.append(text) }
    self.texts = texts
  }

  func run() throws {
    let taken = SearchLine(line, schema: FilterCheck.schema)
    _ = try Filter(parsing: taken.filters, schema: FilterCheck.schema)
    if let problem = taken.problem {
      try require((0...line.utf8.count).contains(problem.offset), "\(problem) is not in the line")
    }

    let rows = texts
    let schema = ListSchema([.init(name: "n", type: .integer), .init(name: "line", type: .text)])
    let table = try RowTable(path: "x", schema: schema, id: "n", count: rows.count) { row in
      [.integer(row), .text(rows[row])]
    }
    var query = ListQuery()
    query.match = match
    query.search = line
    let engine: ListEngine
    do {
      engine = try ListEngine(table, query: query)
    } catch let error as SearchError {
      try require((0...line.utf8.count).contains(error.offset), "\(error) is not in the search")
      return
    }
    let found = engine.ids().ids
    let expected = texts.indices.filter { row in
      [.auto, .typos].contains(match)
        ? engine.plan?.matches(UInt32(row), in: table) != false : matches(texts[row])
    }.map { RowID.integer($0) }
    try requireSame(Set(found), Set(expected), "found by \(match) and by a slow look")
    if ![.fuzzy, .auto, .typos].contains(match) {
      try requireSame(found, expected, "order of \(match)")
    }

    var typed = ListEngine(table)
    for length in line.unicodeScalars.indices.suffix(8) {
      query.search = String(line.unicodeScalars[..<length])
      do {
        _ = try typed.setQuery(query)
      } catch is SearchError {
        // A search that is still typed may be wrong.
      }
    }
    query.search = line
    _ = try typed.setQuery(query)
    try requireSame(typed.ids().ids, found, "typed letter by letter and at once")

    var windowed = ListEngine(table)
    _ = windowed.setRange(.fixed(length: 3), section: nil)
    _ = try windowed.setQuery(query)
    try requireSame(windowed.ids().ids, Array(found.prefix(3)), "the first rows, and of all")
  }

  /// Whether a text matches, letter by letter.
  private func matches(_ text: String) -> Bool {
    let wanted = Folding.foldedText(line).unicodeScalars
    let folded = Folding.foldedText(text).unicodeScalars
    func words(_ text: String.UnicodeScalarView) -> [Substring.UnicodeScalarView] {
      text.split { !Folding.isWordCharacter($0.value) }
    }
    let trimmed = wanted.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    switch match {
    case .auto, .typos: return false  // Not asked.
    case .words:
      return words(wanted).allSatisfy { wanted in
        words(folded).contains { $0.starts(with: wanted) }
      }
    case .prefix: return folded.starts(with: trimmed)
    case .substring:
      return trimmed.isEmpty
        || folded.indices.contains { folded[$0...].starts(with: trimmed) }
    case .fuzzy:
      return wanted.split(whereSeparator: \.isSpace).allSatisfy { word in
        var rest = folded[...]
        return word.allSatisfy { letter in
          guard let found = rest.firstIndex(of: letter) else { return false }
          rest = rest[rest.index(after: found)...]
          return true
        }
      }
    }
  }
}
