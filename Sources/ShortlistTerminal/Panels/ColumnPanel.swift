import Shortlist

/// A panel that changes the order, the sections and the columns of the table.
///
/// The arrangement is kept by the screen, not here.
package struct ColumnPanel: Hashable, Sendable {
  /// The request that results from a key.
  package enum Outcome: Hashable, Sendable {
    case nothing
    /// Order the rows by this attribute, too.
    case sort(String)
    /// Order the rows by this attribute alone.
    case sortAlone(String)
    /// Compare the texts of this attribute in another way.
    case collate(String)
    /// Make sections of this attribute.
    case section(String)
    /// Show or hide this column.
    case toggle(String)
    /// Move this column to the left or to the right.
    case move(String, by: Int)
    /// Make this column narrower or wider.
    case widen(String, by: Int)
    /// Give this column the width of its content.
    case fit(String)
    /// Arrange the table as it was at the start.
    case reset
    /// Focus the search; the panel stays open.
    case leave
    /// Close the panel.
    case close
  }

  /// The attributes that the panel lists, in the order of the columns.
  package private(set) var names: [String] = []
  /// The text that they contain.
  package private(set) var field = SearchField()
  /// The visible range of names and the cursor.
  package private(set) var view = Viewport()
  private var all: [String] = []

  package init() {}

  /// The attribute at the cursor.
  package var current: String? { names.indices.contains(view.cursor) ? names[view.cursor] : nil }

  /// Sets the known attributes; the cursor stays at its attribute.
  package mutating func setNames(_ all: [String]) {
    if all == self.all { return }
    self.all = all
    narrow(keeping: current)
  }

  /// Sets how many names fit on the screen.
  package mutating func fit(height: Int) {
    view.height = max(0, height)
    view.fit()
  }

  private mutating func narrow(keeping name: String?) {
    let text = field.text.lowercased()
    names = text.isEmpty ? all : all.filter { $0.lowercased().contains(text) }
    view.total = names.count
    view.cursor = names.firstIndex { $0 == name } ?? 0
    view.fit()
  }

  // MARK: Keys

  /// Handles a key.
  package mutating func handle(_ key: KeyPress) -> Outcome {
    if key == .character(" ") { return about { .toggle($0) } }
    let action = KeyBindings.action(for: key)
    if view.move(by: action, isInPanel: true) { return .nothing }
    switch action {
    case .toggleAndDown: return about { .sort($0) }
    case .toggleAndUp: return about { .sortAlone($0) }
    case .previewDown where key == .character("n", .alt): return about { .collate($0) }
    case .toggleSection: return about { .section($0) }
    case .extendUp, .previousSection: return about { .move($0, by: -1) }
    case .extendDown, .nextSection: return about { .move($0, by: 1) }
    case .columnsLeft, .edit(.left): return about { .widen($0, by: -1) }
    case .columnsRight, .edit(.right): return about { .widen($0, by: 1) }
    case .accept: return .leave
    case .cancel, .columns: return .close
    case .edit(.clear) where field.text.isEmpty: return .reset
    case .edit(.deleteBackward) where field.text.isEmpty,
      .edit(.deleteForward) where field.text.isEmpty:
      return about { .fit($0) }
    case .edit(let edit): search { $0.edit(edit) }
    case nil:
      if case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty {
        search { $0.insert(String(character)) }
      }
    default: break
    }
    return .nothing
  }

  /// Inserts text in the search for names.
  package mutating func paste(_ text: String) { search { $0.insert(text) } }

  /// Moves the cursor to the name on a line, and orders the rows by it.
  package mutating func press(line: Int) -> Outcome {
    view.move(toLine: line) ? about { .sort($0) } : .nothing
  }

  /// Scrolls the names.
  package mutating func scroll(by lines: Int) { view.scroll(by: lines) }

  private func about(_ outcome: (String) -> Outcome) -> Outcome {
    current.map(outcome) ?? .nothing
  }

  private mutating func search(_ edit: (inout SearchField) -> Void) {
    edit(&field)
    narrow(keeping: nil)
  }
}

// MARK: - Drawing

extension ColumnPanel {
  /// Returns the number of lines that the panel has for names.
  static func height(in area: Area, isSearching: Bool) -> Int {
    area.rows.count - (isSearching ? 2 : 1)
  }

  /// Draws the panel: each attribute with its mark if it is shown, and its part in the order.
  ///
  /// - Parameters:
  ///   - frame: The frame to draw on.
  ///   - area: The area of the panel.
  ///   - arrangement: The arrangement of the table.
  ///   - drawing: The drawing settings.
  func draw(
    _ frame: inout Frame, in area: Area, _ arrangement: Arrangement, _ drawing: PanelDrawing
  ) {
    let shown = arrangement.shownNames(of: all).count
    let note = all.isEmpty ? "" : "\(shown) of \(all.count) shown"
    drawing.drawTitle(&frame, ["columns"], current: 0, note: note, in: area)
    var row = area.rows.lowerBound + 1
    if !field.text.isEmpty {
      drawing.drawWords(&frame, "search: \(field.text)", drawing.theme.prompt, in: area, row: row)
      row += 1
    }
    if names.isEmpty {
      let words = all.isEmpty ? "no columns are known yet" : "no column has a name that contains it"
      drawing.drawWords(&frame, words, drawing.theme.message, in: area, row: row)
      if drawing.isUsed {
        frame.cursor = Frame.Place(column: area.columns.lowerBound, row: area.rows.lowerBound)
      }
    }
    for (offset, place) in view.visible.enumerated() where row + offset < area.rows.upperBound {
      draw(
        names[place], &frame, row: row + offset, isCurrent: place == view.cursor, area, arrangement,
        drawing)
    }
  }

  private func draw(
    _ name: String, _ frame: inout Frame, row: Int, isCurrent: Bool, _ area: Area,
    _ arrangement: Arrangement, _ drawing: PanelDrawing
  ) {
    let theme = drawing.theme
    let start = area.columns.lowerBound
    let isCurrent = isCurrent && drawing.isUsed
    let base = isCurrent ? theme.current : .plain
    if isCurrent {
      frame.fill(base, area.columns, row: row)
      frame.write(drawing.signs.pointer, base.adding(theme.pointer), column: start, row: row)
      frame.cursor = Frame.Place(column: start, row: row)
    }
    if arrangement.shows(name) {
      frame.write(drawing.signs.mark, base.adding(theme.mark), column: start + 2, row: row)
    }
    var notes: [String] = []
    if arrangement.sections?.attribute == name {
      notes.append(arrangement.sections?.order == .descending ? "sections, turned" : "sections")
    }
    if let width = arrangement.widths[name] { notes.append("\(width) wide") }
    let collation = arrangement.sort.first { $0.attribute == name }?.collation ?? .plain
    if collation != .plain { notes.append(collation.rawValue) }
    let sign = arrangement.sign(of: name, isASCII: drawing.isASCII)
    if !sign.isEmpty { notes.append(sign) }
    let note = notes.joined(separator: " ")
    let width = note.reduce(0) { $0 + $1.displayWidth }
    let room = area.columns.count - 4 - width - 2
    guard room > 0 else { return }
    let glyphs = SanitizedText(name, isASCII: drawing.isASCII, limit: 256)
      .fitted(to: room, isASCII: drawing.isASCII)
    frame.write(glyphs, column: start + 4, row: row) { glyph in
      glyph.isSymbol ? base.adding(theme.symbol) : base
    }
    frame.write(
      note, base.adding(theme.counts), column: area.columns.upperBound - width, row: row)
  }
}
