/// An action that a key triggers on the screen.
package enum Action: Hashable, Sendable {
  case up, down, pageUp, pageDown, first, last
  case toggleAndDown, toggleAndUp, selectMatching, deselectAll, invertMatching
  case extendUp, extendDown, extendHere, toggleSection, undo, redo, picked
  case accept, cancel, suspend, redraw, help, nextMatch
  case facets, ranges, filters, clearFilters, details, columnsLeft, columnsRight
  case columns, previousSection, nextSection, collapse, collapseAll, toggleWrap, write, copy
  case togglePreview, previewUp, previewDown, previewPageUp, previewPageDown
  case edit(SearchField.Edit)
  // What only `--bind` gives a key.
  case halfPageUp, halfPageDown, position(Int), toggle, mark, unmark, toggleIn, toggleOut
  case acceptNonEmpty, acceptOrPrintQuery, printQuery, replaceQuery, cancelSearch, close
  case showPreview, hidePreview, refreshPreview, togglePreviewWrap
  case previewHalfPageUp, previewHalfPageDown, previewFirst, previewLast
  case toggleSort, toggleSearch, enableSearch, disableSearch, track, untrack, toggleTrack
  case jump, jumpAccept, offsetUp, offsetDown, offsetMiddle, exclude, excludePicked
  case hideInput, showInput, toggleInput, hideHeader, showHeader, toggleHeader
  case previousQuery, nextQuery, bell, ignore, editOrLeave(SearchField.Edit)
  case text(TextAction, String)
  case command(CommandAction, String)
  /// A `transform` whose command runs while keys are handled.
  case background(CommandAction, String), cancelBackground
  /// Whatever is bound to these keys and events.
  case trigger([Trigger])
  case bindings(BindingChange, [Trigger])
}

/// An action with a text.
package enum TextAction: Hashable, Sendable {
  case put, changeQuery, search, changePrompt, changeHeader, changePreview, changePreviewWindow
  case print, changeMulti, changeFooter, changeGhost, changePointer
  case changeBorderLabel, changeInputLabel, changeListLabel, changeHeaderLabel, changeFooterLabel
  case changePreviewLabel
}

/// An action that runs a command.
package enum CommandAction: Hashable, Sendable {
  /// Runs on the terminal, and then the screen comes back.
  case execute
  case executeSilent
  /// Takes the place of this program.
  case become
  /// Its output is the new list; `reloadSync` shows it only when it is complete.
  case reload, reloadSync
  /// Its output is shown in the preview until the cursor moves.
  case preview
  /// Its output is actions.
  case transform
  /// Its output is the text of an action.
  case transformText(TextAction)
}

/// What happens to bindings.
package enum BindingChange: Hashable, Sendable {
  case unbind, rebind, toggle
}

/// What starts the actions of a binding.
package enum Trigger: Hashable, Sendable {
  case key(KeyPress)
  case event(Event)

  /// What can happen on the screen.
  package enum Event: String, Hashable, Sendable, CaseIterable {
    /// The screen begins.
    case start
    /// All rows are read.
    case load
    /// The typed text has changed.
    case change
    /// The cursor is on another row.
    case focus
    /// The rows that match are known; `zero` if there are none, `one` for one.
    case result, zero, one
    /// The marks have changed.
    case multi
    case resize
    /// Backspace was pressed while the search was empty.
    case backwardEof = "backward-eof"
    case doubleClick = "double-click"
    /// A label has moved the cursor; another key was pressed instead of one.
    case jump
    case jumpCancel = "jump-cancel"
  }
}

/// The mapping of keys to actions.
package enum KeyBindings {
  /// An action, its keys, and its description in the list of keys.
  package struct Binding: Sendable {
    package var action: Action
    package var keys: [KeyPress]
    /// The keys as text for display.
    package var shown: String
    package var help: String
    /// Whether the binding applies only if rows can be marked.
    package var isForMarks = false
    /// Whether the binding applies only if rows can be created.
    package var isForCreating = false
    /// Whether the binding applies only to a followed list.
    package var isForFollowing = false
    /// Whether the binding applies only if there is a preview.
    package var isForPreview = false
  }

  /// All bindings, in the order of the list of keys.
  package static let all: [Binding] = [
    Binding(
      action: .accept, keys: [KeyPress(.enter)], shown: "Enter",
      help: "accept the marked rows, or else this one"),
    Binding(
      action: .cancel,
      keys: [
        KeyPress(.escape), .character("c", .control), .character("g", .control),
      ],
      shown: "Esc Ctrl-C Ctrl-G", help: "leave without picking"),
    Binding(
      action: .up,
      keys: [KeyPress(.up), .character("p", .control), .character("k", .control)],
      shown: "Up Ctrl-P Ctrl-K", help: "one row up"),
    Binding(
      action: .down,
      keys: [KeyPress(.down), .character("n", .control), .character("j", .control)],
      shown: "Down Ctrl-N Ctrl-J", help: "one row down"),
    Binding(
      action: .pageUp, keys: [KeyPress(.pageUp), .character("v", .alt)], shown: "PgUp Alt-V",
      help: "a page up"),
    Binding(
      action: .pageDown, keys: [KeyPress(.pageDown), .character("v", .control)],
      shown: "PgDn Ctrl-V", help: "a page down"),
    Binding(
      action: .first, keys: [KeyPress(.home, .control), .character("<", .alt)],
      shown: "Ctrl-Home Alt-<", help: "first row"),
    Binding(
      action: .last, keys: [KeyPress(.end, .control), .character(">", .alt)],
      shown: "Ctrl-End Alt->", help: "last row"),
    Binding(
      action: .toggleAndDown, keys: [KeyPress(.tab)], shown: "Tab",
      help: "mark or unmark, and down", isForMarks: true),
    Binding(
      action: .toggleAndUp, keys: [KeyPress(.tab, .shift)], shown: "Shift-Tab",
      help: "mark or unmark, and up", isForMarks: true),
    Binding(
      action: .extendDown, keys: [KeyPress(.down, .shift)], shown: "Shift-Down",
      help: "move and mark the rows from where that began", isForMarks: true),
    Binding(
      action: .extendUp, keys: [KeyPress(.up, .shift)], shown: "Shift-Up",
      help: "the same upwards; moving back unmarks again", isForMarks: true),
    Binding(
      action: .extendHere, keys: [.character("e", .alt)], shown: "Alt-E",
      help: "mark from the row that was marked last to this one", isForMarks: true),
    Binding(
      action: .selectMatching, keys: [.character("a", .alt)], shown: "Alt-A",
      help: "mark all that match", isForMarks: true),
    Binding(
      action: .deselectAll, keys: [.character("d", .alt)], shown: "Alt-D",
      help: "unmark all", isForMarks: true),
    Binding(
      action: .invertMatching, keys: [.character("i", .alt), .character("t", .alt)],
      shown: "Alt-I Alt-T", help: "invert the marks of all that match", isForMarks: true),
    Binding(
      action: .toggleSection, keys: [KeyPress(.function(6)), .character("s", .alt)],
      shown: "F6 Alt-S",
      help: "mark the section, or unmark it if all of it is", isForMarks: true),
    Binding(
      action: .undo, keys: [.character("u", .alt), .character("_", .control)],
      shown: "Alt-U Ctrl-_", help: "undo the last change of the marks", isForMarks: true),
    Binding(
      action: .redo, keys: [.character("r", .alt), .character("y", .control)],
      shown: "Alt-R Ctrl-Y", help: "do it again", isForMarks: true),
    Binding(
      action: .picked, keys: [KeyPress(.function(5)), .character("p", .alt)], shown: "F5 Alt-P",
      help: "the marked rows alone, as picked; Tab there unmarks", isForMarks: true),
    Binding(
      action: .details,
      keys: [KeyPress(.function(7)), KeyPress(.enter, .alt), .character("o", .alt)],
      shown: "F7 Alt-Enter Alt-O", help: "all values of this row in full"),
    Binding(
      action: .togglePreview, keys: [.character("/", .alt), KeyPress(.function(9))],
      shown: "Alt-/ F9", help: "show or hide the preview", isForPreview: true),
    Binding(
      action: .previewDown, keys: [KeyPress(.down, .control), .character("n", .alt)],
      shown: "Ctrl-Down Alt-N", help: "the preview: a line down (also the wheel)",
      isForPreview: true),
    Binding(
      action: .previewUp, keys: [KeyPress(.up, .control), .character("y", .alt)],
      shown: "Ctrl-Up Alt-Y", help: "the preview: a line up", isForPreview: true),
    Binding(
      action: .previewPageDown, keys: [KeyPress(.pageDown, .alt), .character("j", .alt)],
      shown: "Alt-PgDn Alt-J", help: "the preview: a page down", isForPreview: true),
    Binding(
      action: .previewPageUp, keys: [KeyPress(.pageUp, .alt), .character("g", .alt)],
      shown: "Alt-PgUp Alt-G", help: "the preview: a page up", isForPreview: true),
    Binding(
      action: .columnsRight, keys: [KeyPress(.right, .shift), .character("l", .alt)],
      shown: "Shift-Right Alt-L", help: "columns to the right (also Right after the search)"),
    Binding(
      action: .columnsLeft, keys: [KeyPress(.left, .shift), .character("h", .alt)],
      shown: "Shift-Left Alt-H", help: "columns to the left (also Left before the search)"),
    Binding(
      action: .up, keys: [], shown: "Up to + new",
      help: "make a row of the text; in this list only, files are not written",
      isForCreating: true),
    Binding(
      action: .facets, keys: [KeyPress(.function(2)), .character("t", .control)],
      shown: "F2 Ctrl-T", help: "the values of an attribute, to filter by"),
    Binding(
      action: .facets, keys: [], shown: "Space there",
      help: "include the value, again to exclude it, again for neither"),
    Binding(
      action: .facets, keys: [], shown: "Tab there", help: "the next attribute (also Right)"),
    Binding(
      action: .facets, keys: [], shown: "text there", help: "only values with words that begin so"),
    Binding(
      action: .ranges, keys: [KeyPress(.function(3)), .character("r", .control)],
      shown: "F3 Ctrl-R", help: "a range of numbers or dates"),
    Binding(
      action: .ranges, keys: [], shown: "Left Right there",
      help: "move an end; with Shift or by PgUp PgDn farther, Home End"),
    Binding(action: .ranges, keys: [], shown: "Tab there", help: "the other end"),
    Binding(action: .ranges, keys: [], shown: "Up Down there", help: "another attribute"),
    Binding(
      action: .ranges, keys: [], shown: "number there",
      help: "Enter takes it as the end; Backspace alone clears"),
    Binding(
      action: .columns, keys: [KeyPress(.function(8)), .character("o", .control)],
      shown: "F8 Ctrl-O", help: "the order, the sections and the columns"),
    Binding(
      action: .columns, keys: [], shown: "Tab there",
      help: "order by it, too: upwards, downwards, no longer; Shift-Tab: by it alone"),
    Binding(
      action: .columns, keys: [], shown: "Alt-N there",
      help: "order by it naturally: file9 before file10, or no longer"),
    Binding(action: .columns, keys: [], shown: "Space there", help: "show or hide the column"),
    Binding(action: .columns, keys: [], shown: "F6 there", help: "make sections of it"),
    Binding(
      action: .columns, keys: [], shown: "Shift-Up there",
      help: "move the column (also Shift-Down, Alt-Up, Alt-Down)"),
    Binding(
      action: .columns, keys: [], shown: "Left Right there",
      help: "narrower, wider; Backspace: as wide as its content"),
    Binding(action: .columns, keys: [], shown: "Ctrl-U there", help: "all as at the start"),
    Binding(
      action: .nextSection, keys: [KeyPress(.down, .alt), KeyPress(.pageDown, .control)],
      shown: "Alt-Down Ctrl-PgDn", help: "the next section"),
    Binding(
      action: .previousSection, keys: [KeyPress(.up, .alt), KeyPress(.pageUp, .control)],
      shown: "Alt-Up Ctrl-PgUp", help: "the section before"),
    Binding(
      action: .collapse, keys: [.character("z", .alt), .character("]", .control)],
      shown: "Alt-Z Ctrl-]", help: "collapse the section, or open it"),
    Binding(
      action: .collapseAll, keys: [.character("Z", .alt), .character("\\", .control)],
      shown: "Alt-Shift-Z Ctrl-\\", help: "collapse all sections, or open them"),
    Binding(
      action: .toggleWrap, keys: [KeyPress(.function(11)), .character("w", .alt)],
      shown: "F11 Alt-W",
      help: "show rows in full, in several lines"),
    Binding(
      action: .write, keys: [.character("s", .control), KeyPress(.function(10))],
      shown: "Ctrl-S F10", help: "write the rows, or the command line, to a file"),
    Binding(
      action: .copy, keys: [.character("c", .alt), KeyPress(.function(12))], shown: "Alt-C F12",
      help: "copy the row; in the panel of columns, its value there"),
    Binding(
      action: .filters, keys: [KeyPress(.function(4)), .character("x", .control)],
      shown: "F4 Ctrl-X", help: "go to the filters; Delete there removes one"),
    Binding(
      action: .clearFilters, keys: [.character("x", .alt)], shown: "Alt-X",
      help: "remove all filters"),
    Binding(
      action: .nextMatch, keys: [.character("m", .alt)], shown: "Alt-M",
      help: "search in another way: auto, fuzzy, words, substring, prefix"),
    Binding(
      action: .edit(.clear), keys: [.character("u", .control)], shown: "Ctrl-U",
      help: "clear the search"),
    Binding(
      action: .edit(.start), keys: [KeyPress(.home), .character("a", .control)],
      shown: "Home Ctrl-A", help: "start of the search"),
    Binding(
      action: .edit(.end), keys: [KeyPress(.end), .character("e", .control)],
      shown: "End Ctrl-E", help: "end of the search"),
    Binding(
      action: .last, keys: [], shown: "End there", help: "last row, and follow what comes",
      isForFollowing: true),
    Binding(
      action: .edit(.left), keys: [KeyPress(.left), .character("b", .control)],
      shown: "Left Ctrl-B", help: "one character left"),
    Binding(
      action: .edit(.right), keys: [KeyPress(.right), .character("f", .control)],
      shown: "Right Ctrl-F", help: "one character right"),
    Binding(
      action: .edit(.wordLeft),
      keys: [.character("b", .alt), KeyPress(.left, .control), KeyPress(.left, .alt)],
      shown: "Alt-B Ctrl-Left", help: "one word left"),
    Binding(
      action: .edit(.wordRight),
      keys: [.character("f", .alt), KeyPress(.right, .control), KeyPress(.right, .alt)],
      shown: "Alt-F Ctrl-Right", help: "one word right"),
    Binding(
      action: .edit(.deleteBackward),
      keys: [KeyPress(.backspace), .character("h", .control)],
      shown: "Backspace", help: "delete the character before"),
    Binding(
      action: .edit(.deleteForward), keys: [KeyPress(.delete)],
      shown: "Delete", help: "delete the character after"),
    Binding(
      action: .editOrLeave(.deleteForward), keys: [.character("d", .control)],
      shown: "Ctrl-D", help: "the same; leave if nothing is typed"),
    Binding(
      action: .edit(.deleteWordBackward),
      keys: [.character("w", .control), KeyPress(.backspace, .alt)],
      shown: "Ctrl-W Alt-Bksp", help: "delete the word before"),
    Binding(
      action: .edit(.deleteToEnd), keys: [.character("k", .alt)], shown: "Alt-K",
      help: "delete to the end"),
    Binding(
      action: .redraw, keys: [.character("l", .control)], shown: "Ctrl-L",
      help: "draw the screen anew"),
    Binding(
      action: .suspend, keys: [.character("z", .control)], shown: "Ctrl-Z",
      help: "stop for a while; fg comes back"),
    Binding(
      action: .help, keys: [KeyPress(.function(1))], shown: "? F1",
      help: "this list (? while the search is empty)"),
  ]

  private static let actions: [KeyPress: Action] = Dictionary(
    all.flatMap { binding in binding.keys.map { ($0, binding.action) } },
    uniquingKeysWith: { first, _ in first })

  /// Returns the action of a key in a panel or a list of keys; nil if it has none.
  ///
  /// Keys that leave the picker where nothing is typed only edit the text there.
  package static func action(for key: KeyPress) -> Action? {
    if case .editOrLeave(let edit)? = actions[key] { .edit(edit) } else { actions[key] }
  }
}
