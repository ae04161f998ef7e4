import Shortlist

/// Writing what is shown to a file, and copying it.
extension ScreenState {
  /// What the screen shows.
  package var view: ViewReport {
    let arrangement = columns.arrangement
    let isUsual = arrangement.hasColumns(of: traits.arrangement(options), columnNames)
    var view = ViewReport(
      search: searching.field.text, match: searching.match, filter: panels.groups.filter,
      sort: arrangement.sort, sections: arrangement.sections,
      columns: isUsual ? nil : arrangement.shownNames(of: columnNames))
    (view.widths, view.ranks, view.wraps) = (arrangement.widths, searching.ranks, options.wraps)
    view.isSearchEnabled = searching.isEnabled
    if arrangement.sections != nil { view.collapsing = collapsing }
    return view
  }

  // MARK: Files

  /// Asks for the name of a file.
  mutating func openFileEntry() {
    if options.writer == nil { return notices.refuse("nothing can be written here") }
    if geometry.status.isEmpty { return notices.refuse("no room for a name") }
    overlays.fileEntry = FileEntry()
  }

  /// Handles input while the name of a file is typed.
  ///
  /// - Returns: Whether it was handled.
  mutating func handleFileEntry(_ input: InputEvent, _ effects: inout [ScreenEffect]) -> Bool {
    guard var entry = overlays.fileEntry else { return false }
    switch input {
    case .paste(let text): entry.field.insert(text)
    case .mouse: return true
    case .key(let key):
      switch KeyBindings.action(for: key) {
      case .edit(let edit): entry.field.edit(edit)
      case .suspend, .redraw: return false
      case .cancel, .write:
        overlays.fileEntry = nil
        return true
      case .accept:
        write(&entry, &effects)
        return true
      case nil:
        guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty
        else { return true }
        entry.field.insert(String(character))
      default: return true
      }
    }
    (entry.existing, entry.problem) = (nil, nil)
    overlays.fileEntry = entry
    return true
  }

  private mutating func write(_ entry: inout FileEntry, _ effects: inout [ScreenEffect]) {
    let path = entry.field.text
    overlays.fileEntry = nil
    if path.isEmpty { return }
    if source.isReading {
      return notices.refuse("not all rows are read: nothing was written")
    }
    effects.append(
      .write(
        FileRequest(
          path: path, replaces: entry.existing == path, isForSelected: page?.selected ?? 0 > 0,
          view: view)))
  }

  /// The text before the name of the file.
  private var fileQuestion: String {
    if overlays.fileEntry?.existing != nil { return "Enter replaces " }
    if let problem = overlays.fileEntry?.problem { return "not written (\(problem)): " }
    let selected = page?.selected ?? 0
    let count = selected > 0 ? selected : page?.visibleCount(collapsing) ?? 0
    return "write \(count.grouped)\(selected > 0 ? " picked" : "") row\(count == 1 ? "" : "s") to: "
  }

  /// Draws the name of the file, with the cursor.
  func drawFileEntry(_ frame: inout Frame, row: Int) {
    guard let entry = overlays.fileEntry else { return }
    var column = frame.write(fileQuestion, theme.prompt, column: 0, row: row)
    let offset = entry.field.text[..<entry.field.position].utf16.count
    let glyphs = SanitizedText(entry.field.text, isASCII: options.isASCII, limit: size.columns)
    var place = column
    for glyph in glyphs.glyphs where column + glyph.width < size.columns {
      column = frame.put(glyph.text, width: glyph.width, .plain, column: column, row: row)
      if glyph.source < offset { place = column }
    }
    frame.cursor = Frame.Place(column: min(place, size.columns - 1), row: row)
    let note = "name.csv .json .jsonl, or .sh for the command line"
    if column + 2 + note.count <= size.columns {
      frame.write(note, theme.message, column: size.columns - note.count, row: row)
    }
  }

  // MARK: The clipboard

  /// The longest text that is copied, in bytes; terminals ignore longer ones.
  private static let longestCopy = 74_000

  /// Copies the row at the cursor, or its value in the column that the panel of columns is at.
  mutating func copy(_ effects: inout [ScreenEffect]) {
    let values = overlays.picked == nil ? currentLine?.values : overlays.picked?.current?.values
    guard let values else { return notices.refuse("there is no row to copy") }
    copy(values, column: usedPanel == .columns ? panels.columns.current : nil, &effects)
  }

  /// Copies values: one of them, or all that are shown, with tabs between them.
  mutating func copy(
    _ values: [CellValue], column: String?, _ effects: inout [ScreenEffect]
  ) {
    let names = column.map { [$0] } ?? columns.arrangement.shownNames(of: columnNames)
    let texts = names.compactMap { schema.index(of: $0) }.filter(values.indices.contains)
      .map { values[$0].text }
    let text = texts.joined(separator: "\t")
    guard text.utf8.count <= Self.longestCopy else {
      return notices.refuse("this is too long to be copied: \(text.utf8.count.grouped) bytes")
    }
    effects.append(.copy(text))
    notices.say("copied \(column ?? "the row")")
  }

  // MARK: The mouse

  /// Handles a press on the column names, and of the right button on a value, which copies it.
  ///
  /// - Returns: Whether it was one.
  mutating func handleMouseOnTable(_ mouse: MouseEvent, _ effects: inout [ScreenEffect]) -> Bool {
    guard mouse.kind == .press, overlays.details == nil, overlays.picked == nil,
      !geometry.coversList, !isWaitingForRows, keys.waiting.isEmpty
    else { return false }
    if mouse.row == geometry.header {
      notices.message = nil
      pressHeader(mouse, &effects)
      return true
    }
    let place = mouse.row - geometry.rows.lowerBound
    guard mouse.button == 2, body.indices.contains(place), case .row(let row) = body[place],
      let values = line(at: row)?.values, let name = columnName(at: mouse.column)
    else { return false }
    copy(values, column: name, &effects)
    return true
  }
}

extension ListSnapshot {
  /// The number of visible rows, with those of collapsed sections.
  func visibleCount(_ collapsing: Collapsing) -> Int { collapsing.isActive ? total : visible }
}
