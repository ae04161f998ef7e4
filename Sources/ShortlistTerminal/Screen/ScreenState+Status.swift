import Shortlist

/// The last lines: what was done, what was refused, and a hint about keys.
extension ScreenState {
  /// Draws the status and the hint, or the name of a file that is being typed.
  func drawStatus(_ frame: inout Frame) {
    let rows = geometry.status
    guard let row = rows.last else { return }
    if overlays.fileEntry != nil { return drawFileEntry(&frame, row: row) }
    let parts = status
    let lines = statusLines(parts, most: rows.count)
    let second = parts[0].0.utf16.count
    var end = 0
    for (row, line) in zip(rows, lines) {
      end = frame.write(line, column: 0, row: row) {
        parts[$0.source >= second ? parts.count - 1 : 0].1
      }
    }
    let note = note
    let width = note.reduce(0) { $0 + $1.displayWidth }
    if end + 2 + width <= size.columns {
      frame.write(note, theme.message, column: size.columns - width, row: row)
    }
  }

  /// The number of lines at the bottom: one, and more for a message or a reason that is too long
  /// for it.
  var statusLineCount: Int {
    if size.rows < 3 { return 0 }
    let most = size.rows < 6 ? 1 : size.rows < 10 ? 2 : 3
    if most == 1 || overlays.fileEntry != nil || overlays.help != nil { return 1 }
    let isLong = notices.isAny || source.lockedFile != nil || searching.reading.hint != nil
    if !isLong { return 1 }
    return max(1, statusLines(status, most: most).count)
  }

  /// Returns the parts of the status as lines, the last one with … if they are too long.
  private func statusLines(_ parts: [(String, Style)], most: Int) -> [[SanitizedText.Glyph]] {
    let text = parts.map(\.0).joined()
    let room = max(1, size.columns)
    let all = SanitizedText(text, isASCII: options.isASCII, limit: (most + 1) * room)
    if most == 1 || all.width <= room {
      return [all.fitted(to: room, isASCII: options.isASCII)]
    }
    var lines = SanitizedText.lines(
      of: text, room: room, isASCII: options.isASCII, limit: (most + 1) * room)
    if lines.count > most {
      lines.removeLast(lines.count - most)
      let isFull = lines[most - 1].reduce(0) { $0 + $1.width } >= room
      if isFull { lines[most - 1].removeLast() }
      lines[most - 1].append(SanitizedText.ellipsis(isASCII: options.isASCII))
    }
    return lines
  }

  /// The styled parts of the status line, at least one; problems take priority.
  private var status: [(String, Style)] {
    if overlays.help != nil {
      let more = helpLines.count > helpRows.count ? "Up and Down scroll, " : ""
      return [(more + "any other key goes back", theme.message)]
    }
    if let message = notices.message {
      return [(message.text, message.isProblem ? theme.problem : theme.message)]
    }
    if source.isReading && source.isDue && viewport.total == 0 && !keys.waiting.isEmpty {
      return [("waits for a row that matches; Esc leaves", theme.message)]
    }
    if let file = source.lockedFile { return [(CountText.waiting(for: file), theme.message)] }
    if let hint = searching.reading.hint, overlays.picked == nil { return [(hint, theme.problem)] }
    var parts: [String] = []
    if !options.isSingle {
      parts.append(
        SelectionText.status(
          page?.selected ?? 0, limits: options.limits, dash: signs.dash,
          notShown: overlays.picked == nil ? page?.selectedElsewhere ?? 0 : 0))
    }
    if !source.isReading, let following { parts += followingText(following) }
    let text = parts.joined(separator: signs.separator)
    guard let reason = notices.reason else { return [(text, theme.counts)] }
    return [
      (reason, theme.problem), (text.isEmpty ? "" : signs.separator + text, theme.counts),
    ]
  }

  /// The number of new rows, and whether the source has ended.
  private func followingText(_ following: Following) -> [String] {
    let new = newRows.map(CountText.new)
    return switch following.end {
    case nil: [new ?? "following"]
    case .ended: [new, "source ended"].compactMap(\.self)
    case .failed: [new, "source failed"].compactMap(\.self)
    }
  }

  /// The hint at the end of the last line.
  private var note: String {
    if overlays.help != nil { return "" }
    if overlays.jump != nil { return "press a label, or Esc" }
    if overlays.details != nil { return detailNote }
    if overlays.picked != nil { return "as they were picked; Tab unmarks, Esc goes back" }
    var waiting = waiting
    if searching.reading.hasTerms && !waiting.contains("filters") {
      waiting.insert("filters", at: 0)
    }
    if options.creates != nil { waiting.append("new rows") }
    guard source.isReading, let last = waiting.last else {
      if let note = panelNote { return note }
      if let name = hiddenMatch {
        let shown = SanitizedText(name, isASCII: options.isASCII)
          .fitted(to: 24, isASCII: options.isASCII)
        return "found in " + shown.map(\.text).joined()
      }
      return searching.field.text.isEmpty ? "? lists the keys" : "F1 lists the keys"
    }
    let names =
      waiting.count == 1 ? last : waiting.dropLast().joined(separator: ", ") + " and " + last
    let verb = names == "sort" ? "waits" : "wait"
    return "\(names) \(verb) until all is read"
  }
}
