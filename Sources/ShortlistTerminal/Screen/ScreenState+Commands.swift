import Shortlist

/// Commands that actions run.
extension ScreenState {
  /// Runs a command for the row at the cursor; does nothing if it needs a row and there is none.
  ///
  /// Without `inBackground`, everything else waits until it has ended.
  mutating func run(
    _ kind: CommandAction, _ text: String, inBackground: Bool = false,
    _ effects: inout [ScreenEffect]
  ) {
    let template = template(text)
    let row = previewedRow
    if row == nil && template.usesRows { return }
    if kind == .preview {
      changePreview { $0.once = Preview.Once(command: text, row: row?.id) }
      return showPreview()
    }
    if kind == .become, let reason = notices.stopReason {
      return notices.refuse("nothing can be run: \(reason)")
    }
    let area = geometry.preview
    let request = PreviewRequest(
      template, row: row, search: searching.field.text, selections: preview?.selections ?? 0,
      revision: shownRevision,
      size: Size(columns: area?.columns.count ?? 0, rows: area?.rows.count ?? 0))
    if inBackground { return effects.append(.runInBackground(kind, request)) }
    requests.isRunningCommand = true
    effects.append(.run(kind, request))
  }

  /// Takes the output of a command.
  mutating func handle(_ kind: CommandAction, _ output: String, _ problem: String?) {
    if let problem { return notices.refuse(problem) }
    // A line end at the end does not count, as in a shell.
    let text = output.hasSuffix("\n") ? String(output.dropLast()) : output
    switch kind {
    case .transform:
      do {
        var parser = BindingParser(text)
        keys.insert(try parser.parseActions())
      } catch { notices.refuse("transform: \(error)") }
    case .transformText(let action): keys.insert([.text(action, text)])
    case .execute, .executeSilent, .become, .reload, .reloadSync, .preview: break
    }
  }

  // MARK: Reloading

  /// Starts over with another list, before anything about it is known.
  ///
  /// The rows of the list before stay until there are others.
  mutating func replaceList(whenRead: Bool, _ effects: inout [ScreenEffect]) {
    requests.restart()
    // A search that names an attribute is repeated as soon as that is known.
    source.restart()
    overlays.closeRows()
    marks = MarkedRange()
    (notices.stopReason, notices.refusal) = (nil, nil)
    collapsing = columns.arrangement.sections == traits.sections ? options.collapsing : Collapsing()
    page?.revision = -1
    page?.selected = 0
    page?.selectedSections = []
    for index in page?.lines.indices ?? 0..<0 { page?.lines[index].isSelected = false }
    if following != nil { following = Following() }
    // The search takes the row to look for from those that are shown.
    search(&effects)
    source.replacing = SourceReading.Replacing(whenRead: whenRead)
  }

  /// Returns whether a page of a list that replaces another one has too little to be shown.
  mutating func isTooEarly(_ page: ListSnapshot) -> Bool {
    if source.replacing == nil { return false }
    let row = requests.startRow
    let position = row.flatMap { page.positions[$0] }
    let isMissing = options.keepsRows && row != nil && position == nil
    if source.isTooEarly(page, isMissing: isMissing) { return true }
    if let position { viewport.cursor = position }
    source.replacing = nil
    columns.replace(by: page.schema)
    source.schema = page.schema
    return false
  }

  // MARK: The environment

  /// The variables that tell a command about the screen.
  package var environment: [String] {
    [
      "QUERY=\(searching.field.text)", "PROMPT=\(options.prompt)", "KEY=\(keys.last)",
      "POS=\(viewport.total == 0 ? 0 : viewport.cursor + 1)",
      "MATCH_COUNT=\(page?.total ?? 0)", "TOTAL_COUNT=\(page?.count ?? 0)",
      "SELECT_COUNT=\(page?.selected ?? 0)",
      "NTH=\(options.lines.searchedFields.map(\.text).joined(separator: ","))",
      "WITH_NTH=\(options.lines.shownFields.text)",
      "INPUT_STATE=\(searching.isEnabled ? "enabled" : "disabled")",
    ].map { variable in "SHORTLIST_" + variable.filter { $0 != "\0" } }
  }
}
