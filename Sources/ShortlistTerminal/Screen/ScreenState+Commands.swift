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
      if previewOptions == nil {
        previewOptions = PreviewOptions(command: "")
      }
      if preview == nil { preview = Preview(isShown: true) }
      preview?.once = Preview.Once(command: text, row: row?.id)
      return showPreview()
    }
    if kind == .become, let stopReason { return refuse("nothing can be run: \(stopReason)") }
    let area = geometry.preview
    let request = PreviewRequest(
      template, row: row, search: field.text, selections: preview?.selections ?? 0,
      revision: shownRevision,
      size: Size(columns: area?.columns.count ?? 0, rows: area?.rows.count ?? 0))
    if inBackground { return effects.append(.runInBackground(kind, request)) }
    isRunningCommand = true
    effects.append(.run(kind, request))
  }

  /// Takes the output of a command.
  mutating func handle(_ kind: CommandAction, _ output: String, _ problem: String?) {
    if let problem { return refuse(problem) }
    // A line end at the end does not count, as in a shell.
    let text = output.hasSuffix("\n") ? String(output.dropLast()) : output
    switch kind {
    case .transform:
      do {
        var parser = BindingParser(text)
        let actions = try parser.parseActions()
        deferred.insert(contentsOf: actions.map { .act($0) }, at: 0)
      } catch { refuse("transform: \(error)") }
    case .transformText(let action): deferred.insert(.act(.text(action, text)), at: 0)
    case .execute, .executeSilent, .become, .reload, .reloadSync, .preview: break
    }
  }

  // MARK: Reloading

  /// Starts over with another list, before anything about it is known.
  ///
  /// The rows of the list before stay until there are others.
  mutating func replaceList(whenRead: Bool, _ effects: inout [ScreenEffect]) {
    isRunningCommand = false
    progress = LoadProgress(rows: 0, bytes: 0)
    (picked, details, anchor, extending) = (nil, nil, nil, nil)
    (selecting, revision, countedRevision, requested) = (0, 0, 0, nil)
    (measuring, stopReason, refusal, lockedFile) = (nil, nil, nil, nil)
    (isCreating, isAccepting, isPreparing) = (false, false, false)
    (arranging, rowToFind, goesToSection, early) = (0, nil, false, nil)
    collapsing = arrangement.sections == traits.sections ? options.collapsing : Collapsing()
    head = []
    // A search that names an attribute is repeated as soon as that is known.
    schema = ListSchema([])
    page?.revision = -1
    page?.selected = 0
    page?.selectedSections = []
    for index in page?.lines.indices ?? 0..<0 { page?.lines[index].isSelected = false }
    if following != nil { following = Following() }
    // The search takes the row to look for from those that are shown.
    search(&effects)
    replacing = whenRead
  }

  /// Returns whether a page of a list that replaces another one has too little to be shown.
  mutating func isTooEarly(_ page: ListSnapshot) -> Bool {
    guard let whenRead = replacing else { return false }
    // The row of the cursor may come later.
    let isMissing = options.keepsRows && startRow.map { page.positions[$0] == nil } ?? false
    early = page.isReading && (whenRead || page.visible == 0 || isMissing) ? page.revision : nil
    if early != nil { return true }
    if let startRow, let position = page.positions[startRow] { viewport.cursor = position }
    replacing = nil
    columns = TableColumns(
      arrangement, isASCII: options.isASCII, tabStop: options.lines.tabStop)
    columns.update(page.schema)
    schema = page.schema
    return false
  }

  // MARK: The environment

  /// The variables that tell a command about the screen.
  package var environment: [String] {
    [
      "QUERY=\(field.text)", "PROMPT=\(options.prompt)", "KEY=\(lastKey)",
      "POS=\(viewport.total == 0 ? 0 : viewport.cursor + 1)",
      "MATCH_COUNT=\(page?.total ?? 0)", "TOTAL_COUNT=\(page?.count ?? 0)",
      "SELECT_COUNT=\(page?.selected ?? 0)",
      "NTH=\(options.lines.searchedFields.map(\.text).joined(separator: ","))",
      "WITH_NTH=\(options.lines.shownFields.text)",
      "INPUT_STATE=\(isSearchEnabled ? "enabled" : "disabled")",
    ].map { variable in "SHORTLIST_" + variable.filter { $0 != "\0" } }
  }
}
