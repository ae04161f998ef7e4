package import Shortlist

/// What a screen shows, for programs that drive it.
package struct ScreenReport: Hashable, Sendable {
  /// The typed text.
  package var search = ""
  /// How it is compared.
  package var match = MatchKind.words
  /// The text before the search.
  package var prompt = ""
  /// The row at the cursor; nil if there is none.
  package var row: RowID?
  /// The position of the cursor among the rows, from 0.
  package var position = 0
  /// The number of rows that match.
  package var total = 0
  /// The number of all rows known.
  package var count = 0
  /// The number of selected rows.
  package var selected = 0
  /// Whether rows are still being read.
  package var isReading = false
  /// What the status line says; nil if it says only how many rows are picked.
  package var message: String?
  /// Whether picking has ended.
  package var isEnded = false
}

extension ScreenState {
  /// What the screen shows.
  var report: ScreenReport {
    var report = ScreenReport(
      search: searching.field.text, match: searching.match, prompt: options.prompt)
    report.row = line(at: viewport.cursor)?.id
    report.position = viewport.cursor
    report.total = page?.total ?? 0
    report.count = page?.count ?? 0
    report.selected = page?.selected ?? 0
    report.isReading = source.isReading
    report.message = notices.message?.text ?? notices.refusal ?? searching.reading.hint
    return report
  }

  /// Whether everything that was asked for has its answer, so far as the rows that are read allow.
  var isSettled: Bool {
    keys.waiting.isEmpty && hasCurrentQuery && requests.selecting == 0
      && !requests.isRunningCommand
  }

  /// Whether the list has the query, the filters and the order of the screen.
  var hasCurrentQuery: Bool { requests.isArranged && source.replacing == nil }

  /// Takes over the query that another program has given to the list, and shows its rows.
  mutating func adopt(_ query: ListQuery, revision: Int, _ effects: inout [ScreenEffect]) {
    requests.learn(of: revision)
    let before = self
    // Otherwise they have what is typed, too.
    if searching.reading.filters.isEmpty { traits.filters = query.filters }
    let sort = query.sort.filter { !options.lines.hiddenAttributes.contains($0.attribute) }
    let arrangement = columns.arrangement
    if sort != arrangement.sort || query.sections != arrangement.sections {
      (columns.arrangement.sort, columns.arrangement.sections) = (sort, query.sections)
      columns.update(schema)
    }
    searching.adopt(query)
    panels.groups = query.groups
    let isSame =
      traits.filters == before.traits.filters && columns.arrangement == arrangement
      && searching.hasText(of: before.searching) && panels.groups == before.panels.groups
    if !isSame { searchAnew(&effects) }
  }
}
