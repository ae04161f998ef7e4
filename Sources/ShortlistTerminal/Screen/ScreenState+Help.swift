import Shortlist

/// The list of keys.
extension ScreenState {
  /// A line of the list of keys.
  struct HelpLine {
    /// The keys; empty in the further lines of what they do.
    var keys: [SanitizedText.Glyph] = []
    /// What they do.
    var text: [SanitizedText.Glyph] = []
    /// The column in which the text begins.
    var column = 0
  }

  /// The bindings shown in the list of keys.
  package var keyList: [KeyBindings.Binding] {
    let written = options.bindings.written.map {
      KeyBindings.Binding(action: .ignore, keys: [], shown: $0.name, help: $0.text)
    }
    return written
      + KeyBindings.all.filter {
        (!options.isSingle || !$0.isForMarks) && (options.follows || !$0.isForFollowing)
          && (options.creates != nil || !$0.isForCreating)
          && (preview != nil || !$0.isForPreview)
      }
  }

  /// The lines of the list of keys: keys beside what they do, or above it on a narrow screen.
  var helpLines: [HelpLine] {
    let bindings = keyList
    let beside = (bindings.map(\.shown.count).max() ?? 0) + 3
    let isNarrow = size.columns - beside < 24
    return bindings.flatMap { binding in
      var keys = lines(of: binding.shown, after: 1).map { HelpLine(keys: $0) }
      var texts = lines(of: binding.help, after: isNarrow ? 3 : beside)
        .map { HelpLine(text: $0, column: isNarrow ? 3 : beside) }
      if !isNarrow { texts[0].keys = keys.removeFirst().keys }
      return isNarrow ? keys + texts : texts
    }
  }

  private func lines(of text: String, after column: Int) -> [[SanitizedText.Glyph]] {
    SanitizedText.lines(
      of: text, room: max(1, size.columns - column), isASCII: options.isASCII, limit: .max)
  }

  /// The screen lines available to the list of keys.
  var helpRows: Range<Int> {
    let first = min(
      max(size.rows, 0), geometry.input.count + (geometry.header == nil ? 0 : 1))
    return first..<max(first, geometry.status.first ?? size.rows)
  }

  func drawHelp(_ frame: inout Frame) {
    for (row, line) in zip(helpRows, helpLines.dropFirst(overlays.help ?? 0)) {
      frame.write(line.keys, column: 1, row: row) { _ in theme.prompt }
      frame.write(line.text, column: line.column, row: row) { _ in .plain }
    }
  }

  mutating func handleHelpKey(_ event: ScreenEvent, _ effects: inout [ScreenEffect]) {
    let page = max(1, helpRows.count - 1)
    switch action(event) {
    case .up: overlays.help? -= 1
    case .down: overlays.help? += 1
    case .pageUp: overlays.help? -= page
    case .pageDown: overlays.help? += page
    case .suspend: effects.append(.suspend)
    case .redraw: effects.append(.redraw)
    default: overlays.help = nil
    }
  }
}
