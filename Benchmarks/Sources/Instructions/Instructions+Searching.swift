import Shortlist
import Workloads

/// What a picker does at each key: it searches, shows the first rows, selects.
extension Instructions {
  /// What is typed in fuzzy and `auto` searches.
  private static let texts = ["m", "mo", "mon", "monr", "monri", "kelvagor"]

  /// Searches in paths, and what is done with the rows found.
  static func searching(_ rows: Int) throws {
    let list = try PathList(rows: rows)
    try fuzzy(list, rows)
    try showing(list, rows)
    try comparing(try PathList(rows: 9500), 9500)
    try fresh("an auto search, \(rows) rows", list, .auto, texts, prefersShort: true)
    try fresh(
      "an auto search in three columns, \(rows) rows",
      try PathList(rows: rows, hasPackages: true), .auto, texts, prefersShort: true)
    let prefixes = ["m", "mo", "mongor", "kel"]
    try fresh("a prefix search, \(rows) rows", list, .prefix, prefixes)
    let sorted = try PathList(rows: rows, isSorted: true)
    for (match, searches) in [
      (MatchKind.words, ["m", "mo", "monri", "kel gor"]),
      (.substring, ["m", "mo", "onri", "lgor"]),
      (.prefix, prefixes),
    ] {
      try fresh(
        "a \(match.rawValue) search in the order of the text, \(rows) rows", sorted, match, searches
      )
    }
  }

  /// Fuzzy searches, each in a list in which nothing has been found yet, and letter by letter.
  private static func fuzzy(_ list: PathList, _ rows: Int) throws {
    try fresh("a fuzzy search, \(rows) rows", list, .fuzzy, texts)
    try fresh(
      "a fuzzy search with the shortest first, \(rows) rows", list, .fuzzy, texts,
      prefersShort: true)
    var engine = list.engine
    var letters = texts[1..<5].makeIterator()
    _ = try engine.show(list.query(.fuzzy, texts[0]))
    try Meter.measure("one more letter of a fuzzy search, \(rows) rows", warmUp: 0, count: 4) {
      list.query(.fuzzy, letters.next() ?? "")
    } perform: { query in
      _ = try engine.show(query)
    }
    var shorter = texts[0..<4].reversed().makeIterator()
    try Meter.measure("back a letter of a fuzzy search, \(rows) rows", warmUp: 0, count: 4) {
      list.query(.fuzzy, shorter.next() ?? "")
    } perform: { query in
      _ = try engine.show(query)
    }
  }

  /// Searches, each in a list in which nothing has been found yet.
  private static func fresh(
    _ name: String, _ list: PathList, _ match: MatchKind, _ searches: [String],
    prefersShort: Bool = false
  ) throws {
    var left = searches.makeIterator()
    try Meter.measure(name, warmUp: 0, count: searches.count) {
      var query = list.query(match, left.next() ?? "")
      query.prefersShort = prefersShort
      return (list.engine, query)
    } perform: { engine, query in
      var engine = engine
      _ = try engine.show(query)
    }
  }

  /// Searches in a list whose rows are all visible, by a caller that reads the changes, and by one
  /// that does not.
  private static func comparing(_ list: PathList, _ rows: Int) throws {
    var engine = list.engine
    _ = engine.setRange(nil, section: nil)
    for readsChanges in [false, true] {
      var isBack = true
      let name = "a search and back, \(rows) visible rows"
      try Meter.measure(readsChanges ? name + " compared" : name, warmUp: 2, count: 4) {
        isBack.toggle()
        return list.query(.words, isBack ? "" : "m")
      } perform: { query in
        let outcome = try engine.setQuery(query)
        if readsChanges { withExtendedLifetime(outcome.changes) {} }
      }
    }
  }

  /// The first rows of a list that is new, and all of its rows selected.
  private static func showing(_ list: PathList, _ rows: Int) throws {
    let table = list.engine.table
    Meter.measure("the first window, \(rows) rows", warmUp: 0, count: 4) {
      table
    } perform: { table in
      var engine = ListEngine(table)
      _ = engine.setRange(ListWindow.beginning.range, section: nil)
      _ = engine.snapshot(0..<50, highlights: false)
    }
    // The first selection of a process makes the types of what it returns.
    Meter.measure("select all, \(rows) rows", warmUp: 1, count: 4) {
      list.engine
    } perform: { engine in
      var engine = engine
      _ = engine.select(.all(), idLimit: 0)
    }
  }
}
