/// The names of actions, which are those of fzf and of the actions that only this program has.
enum ActionNames {
  /// The actions without an argument.
  static let plain: [String: [Action]] = [
    "abort": [.cancel], "accept": [.accept], "accept-non-empty": [.acceptNonEmpty],
    "accept-or-print-query": [.acceptOrPrintQuery], "backward-char": [.edit(.left)],
    "backward-delete-char": [.edit(.deleteBackward)],
    "backward-delete-char/eof": [.editOrLeave(.deleteBackward)],
    "delete-char/eof": [.editOrLeave(.deleteForward)],
    "backward-kill-word": [.edit(.deleteWordBackward)], "backward-word": [.edit(.wordLeft)],
    "beginning-of-line": [.edit(.start)], "bell": [.bell], "cancel": [.cancelSearch],
    "clear-multi": [.deselectAll], "clear-query": [.edit(.clear)],
    "clear-screen": [.redraw], "clear-selection": [.deselectAll], "close": [.close],
    "clear-filters": [.clearFilters], "collapse": [.collapse], "collapse-all": [.collapseAll],
    "columns": [.columns], "copy": [.copy], "columns-left": [.columnsLeft],
    "columns-right": [.columnsRight], "delete-char": [.edit(.deleteForward)],
    "deselect": [.unmark], "deselect-all": [.deselectAll], "details": [.details],
    "disable-search": [.disableSearch], "down": [.down], "enable-search": [.enableSearch],
    "end-of-line": [.edit(.end)], "extend-down": [.extendDown], "extend-here": [.extendHere],
    "extend-up": [.extendUp], "facets": [.facets], "filters": [.filters], "first": [.first],
    "forward-char": [.edit(.right)], "forward-word": [.edit(.wordRight)],
    "half-page-down": [.halfPageDown], "half-page-up": [.halfPageUp], "help": [.help],
    "hide-preview": [.hidePreview], "ignore": [.ignore], "jump": [.jump],
    "jump-accept": [.jumpAccept],
    "kill-line": [.edit(.deleteToEnd)],
    "kill-word": [.edit(.deleteWordForward)], "last": [.last], "next-history": [.nextQuery],
    "next-match": [.nextMatch], "next-section": [.nextSection], "page-down": [.pageDown],
    "page-up": [.pageUp],
    "picked": [.picked], "prev-history": [.previousQuery], "previous-history": [.previousQuery],
    "preview-bottom": [.previewLast], "preview-down": [.previewDown],
    "preview-half-page-down": [.previewHalfPageDown],
    "preview-half-page-up": [.previewHalfPageUp], "preview-page-down": [.previewPageDown],
    "preview-page-up": [.previewPageUp], "preview-top": [.previewFirst],
    "preview-up": [.previewUp], "previous-section": [.previousSection],
    "print-query": [.printQuery], "ranges": [.ranges],
    "redo": [.redo], "refresh-preview": [.refreshPreview], "replace-query": [.replaceQuery],
    "select": [.mark], "select-all": [.selectMatching], "show-preview": [.showPreview],
    "suspend": [.suspend], "toggle": [.toggle], "toggle-all": [.invertMatching],
    "toggle-down": [.toggleAndDown], "toggle-in": [.toggleIn], "toggle-out": [.toggleOut],
    "toggle-preview": [.togglePreview], "toggle-preview-wrap": [.togglePreviewWrap],
    "toggle-search": [.toggleSearch], "toggle-section": [.toggleSection],
    "toggle-sort": [.toggleSort], "toggle-track": [.toggleTrack],
    "toggle-track-current": [.toggleTrack], "toggle-up": [.toggleAndUp],
    "toggle-wrap": [.toggleWrap], "top": [.first],
    "track": [.track], "track-current": [.track], "undo": [.undo],
    "unix-line-discard": [.edit(.deleteToStart)],
    "unix-word-rubout": [.edit(.deleteWordBackward)], "untrack-current": [.untrack],
    "up": [.up], "write": [.write], "yank": [.edit(.yank)],
  ]

  /// The actions with a text.
  static let texts: [String: TextAction] = [
    "put": .put, "change-query": .changeQuery, "search": .search,
    "change-prompt": .changePrompt, "change-header": .changeHeader,
    "change-preview": .changePreview, "change-preview-window": .changePreviewWindow,
    "print": .print,
  ]

  /// The actions that run a command.
  static let commands: [String: CommandAction] = [
    "execute": .execute, "execute-silent": .executeSilent, "become": .become,
    "reload": .reload, "reload-sync": .reloadSync, "preview": .preview,
    "transform": .transform, "transform-query": .transformQuery,
    "transform-search": .transformSearch, "transform-prompt": .transformPrompt,
    "transform-header": .transformHeader,
  ]

  /// The actions on bindings.
  static let changes: [String: BindingChange] = [
    "unbind": .unbind, "rebind": .rebind, "toggle-bind": .toggle,
  ]

  /// All names.
  static var all: [String] {
    Array(plain.keys) + texts.keys + commands.keys + changes.keys + ["pos"]
  }

  /// Returns the actions of a name with its argument; nil if there is no such name with it.
  static func actions(_ name: String, _ argument: Substring?) throws(SyntaxError) -> [Action]? {
    guard let argument else {
      // Without a text, these remove what the text would set.
      if name == "change-preview-window" { return [.text(.changePreviewWindow, "")] }
      if name == "put" { return [.text(.put, "")] }
      return plain[name]
    }
    if let kind = texts[name] { return [.text(kind, String(argument))] }
    if let kind = commands[name] { return [.command(kind, String(argument))] }
    if name == "pos" {
      guard let position = Int(argument) else {
        throw SyntaxError("pos: a number expected, not \(argument)", at: argument)
      }
      return [.position(position)]
    }
    guard let change = changes[name] else { return nil }
    var triggers: [Trigger] = []
    for part in argument.split(separator: ",") {
      triggers.append(try Trigger(named: part.trimmed))
    }
    return [.bindings(change, triggers)]
  }
}
