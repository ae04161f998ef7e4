import Shortlist

/// The lists in which texts are typed.
struct Typing {
  /// What makes lists differ before anything is typed.
  private struct Setting: Hashable {
    let match: MatchKind
    let attributes: [String]?
    let threads: Int?
    let isSorted: Bool
    let prefersShort: Bool
  }

  private let list: FileList
  /// For each setting a list in which nothing has been found yet.
  private var fresh: [Setting: ListEngine] = [:]
  private var setting: Setting?
  private var engine: ListEngine
  private var query = ListQuery()

  init(_ list: FileList) {
    self.list = list
    engine = list.engine()
  }

  /// Makes what a question is asked of; nothing of this is measured.
  mutating func prepare(_ question: Question) throws {
    let asked = Setting(
      match: question.match ?? .words, attributes: question.attributes,
      threads: question.threads, isSorted: question.isSorted ?? false,
      prefersShort: question.prefersShort ?? false)
    query = ListQuery()
    query.attributes = asked.attributes
    query.match = asked.match
    query.prefersShort = asked.prefersShort
    if asked.isSorted { query.sort = [SortKey("path")] }
    if fresh[asked] == nil {
      var engine = list.engine(.threads(asked.threads))
      query.search = "~~~"  // What is made once for all searches is made now.
      _ = try engine.setQuery(query)
      fresh[asked] = engine
    }
    if question.isFresh ?? true || asked != setting, let fresh = fresh[asked] { engine = fresh }
    setting = asked
    query.search = question.text ?? ""
  }

  /// Types the text and reads the paths that are shown then.
  mutating func keystroke() throws -> (total: Int, paths: [String]) {
    let total = try engine.setQuery(query).total
    let rows = try engine.rows(length: FileList.shown, attributes: ["path"]).rows
    return (total, rows.map { $0[0].text })
  }

  /// Selects all that match; says how many are selected then.
  mutating func selectAll() -> Int {
    _ = engine.select(.all(), idLimit: 0)
    return engine.snapshot(0..<FileList.shown, highlights: false).selected
  }

  /// Takes the selection back.
  mutating func selectNone() { _ = engine.select(.none(), idLimit: 0) }
}
