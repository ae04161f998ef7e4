import Shortlist

/// The fields of lines that are shown and searched.
extension ScreenState {
  /// Takes the next of the choices of an action, which have bars between them.
  ///
  /// Lines are divided into fields while they are read, so only fields that were known then can be
  /// chosen.
  mutating func changeFields(
    _ kind: TextAction, _ text: String, _ effects: inout [ScreenEffect]
  ) {
    let isShown = kind == .changeWithNth
    let name = isShown ? "change-with-nth" : "change-nth"
    let choices = text.split(separator: "|", omittingEmptySubsequences: false)
    let turn = keys.turns["\(name) \(text)", default: 0]
    let chosen = choices[turn % choices.count]
    var lines = options.lines
    guard isShown ? lines.show(chosen) : lines.search(chosen) else {
      return notices.refuse(
        lines.shownChoices.isEmpty
          ? "\(name): this is for lines of a file or of standard input"
          : "\(name): \(chosen) is in no \(name)(…) of --bind, and lines are divided already")
    }
    keys.turns["\(name) \(text)"] = (turn + 1) % choices.count
    options.lines = lines
    let (choice, whole) = (lines.choice, shownSchema.entries.first?.name)
    searching.attributes = (choice.searchedAttribute ?? whole).map { [$0] }
    if isShown {
      options.columns = (choice.shown ?? whole).map { [$0] }
      columns.scrolled = 0
      let columns = options.columns
      arrange(&effects) {
        $0 = Arrangement(columns: columns, sort: $0.sort, sections: $0.sections)
      }
    }
    search(&effects)
  }
}
