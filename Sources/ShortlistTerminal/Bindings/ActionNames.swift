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
    "backward-subword": [.edit(.subwordLeft)], "forward-subword": [.edit(.subwordRight)],
    "backward-kill-subword": [.edit(.deleteSubwordBackward)],
    "kill-subword": [.edit(.deleteSubwordForward)], "bg-cancel": [.cancelBackground],
    "beginning-of-line": [.edit(.start)], "bell": [.bell], "cancel": [.cancelSearch],
    "clear-multi": [.deselectAll], "clear-query": [.edit(.clear)],
    "clear-screen": [.redraw], "clear-selection": [.deselectAll], "close": [.close],
    "clear-filters": [.clearFilters], "collapse": [.collapse], "collapse-all": [.collapseAll],
    "columns": [.columns], "copy": [.copy], "columns-left": [.columnsLeft],
    "columns-right": [.columnsRight], "delete-char": [.edit(.deleteForward)],
    "deselect": [.unmark], "deselect-all": [.deselectAll], "details": [.details],
    "disable-search": [.disableSearch], "down": [.down], "enable-search": [.enableSearch],
    "end-of-line": [.edit(.end)], "exclude": [.exclude], "exclude-multi": [.excludePicked],
    "extend-down": [.extendDown], "extend-here": [.extendHere],
    "extend-up": [.extendUp], "facets": [.facets], "filters": [.filters], "first": [.first],
    "forward-char": [.edit(.right)], "forward-word": [.edit(.wordRight)],
    "half-page-down": [.halfPageDown], "half-page-up": [.halfPageUp], "help": [.help],
    "hide-header": [.hideHeader], "hide-input": [.hideInput], "hide-preview": [.hidePreview],
    "ignore": [.ignore], "jump": [.jump],
    "jump-accept": [.jumpAccept],
    "kill-line": [.edit(.deleteToEnd)],
    "kill-word": [.edit(.deleteWordForward)], "last": [.last], "next-history": [.nextQuery],
    "next-match": [.nextMatch], "offset-down": [.offsetDown],
    "offset-middle": [.offsetMiddle], "offset-up": [.offsetUp], "next-section": [.nextSection],
    "page-down": [.pageDown],
    "page-up": [.pageUp],
    "picked": [.picked], "prev-history": [.previousQuery], "previous-history": [.previousQuery],
    "preview-bottom": [.previewLast], "preview-down": [.previewDown],
    "preview-half-page-down": [.previewHalfPageDown],
    "preview-half-page-up": [.previewHalfPageUp], "preview-page-down": [.previewPageDown],
    "preview-page-up": [.previewPageUp], "preview-top": [.previewFirst],
    "preview-up": [.previewUp], "previous-section": [.previousSection],
    "print-query": [.printQuery], "ranges": [.ranges],
    "redo": [.redo], "refresh-preview": [.refreshPreview], "replace-query": [.replaceQuery],
    "select": [.mark], "select-all": [.selectMatching], "show-header": [.showHeader],
    "show-input": [.showInput], "show-preview": [.showPreview],
    "suspend": [.suspend], "toggle": [.toggle], "toggle-all": [.invertMatching],
    "toggle-down": [.toggleAndDown], "toggle-in": [.toggleIn], "toggle-out": [.toggleOut],
    "toggle-header": [.toggleHeader], "toggle-input": [.toggleInput],
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
    "print": .print, "change-multi": .changeMulti, "change-footer": .changeFooter,
    "change-ghost": .changeGhost, "change-pointer": .changePointer,
    "change-border-label": .changeBorderLabel, "change-input-label": .changeInputLabel,
    "change-list-label": .changeListLabel, "change-header-label": .changeHeaderLabel,
    "change-footer-label": .changeFooterLabel, "change-preview-label": .changePreviewLabel,
  ]

  /// The actions that run a command for the text of one of `texts`.
  private static let transforms: [String: CommandAction] = {
    let without: Set = ["put", "print", "change-preview", "change-preview-window", "change-multi"]
    let pairs = texts.filter { !without.contains($0.key) }.map { name, kind in
      let part = name.hasPrefix("change-") ? name.dropFirst(7) : name[...]
      return ("transform-" + part, CommandAction.transformText(kind))
    }
    return Dictionary(pairs + [("transform", .transform)], uniquingKeysWith: { $1 })
  }()

  /// The actions that run a command.
  static let commands: [String: CommandAction] = [
    "execute": .execute, "execute-silent": .executeSilent, "become": .become,
    "reload": .reload, "reload-sync": .reloadSync, "preview": .preview,
  ].merging(transforms) { $1 }

  /// The actions on bindings.
  static let changes: [String: BindingChange] = [
    "unbind": .unbind, "rebind": .rebind, "toggle-bind": .toggle,
  ]

  /// All names.
  static var all: [String] {
    Array(plain.keys) + texts.keys + commands.keys + changes.keys + ["pos", "trigger"]
      + transforms.keys.map { "bg-" + $0 }
  }

  /// Returns the actions of a name with its argument; nil if there is no such name with it.
  static func actions(_ name: String, _ argument: Substring?) throws(SyntaxError) -> [Action]? {
    guard let argument else {
      // Without a text, these remove what the text would set.
      if name == "change-preview-window" { return [.text(.changePreviewWindow, "")] }
      if name == "put" { return [.text(.put, "")] }
      if name == "change-multi" { return [.text(.changeMulti, "")] }
      return plain[name]
    }
    if name == "change-multi", Int(argument) ?? -1 < 0 {
      throw SyntaxError("change-multi: a number expected, not \(argument)", at: argument)
    }
    if let kind = texts[name] { return [.text(kind, String(argument))] }
    if let kind = commands[name] { return [.command(kind, String(argument))] }
    if name.hasPrefix("bg-"), let kind = transforms[String(name.dropFirst(3))] {
      return [.background(kind, String(argument))]
    }
    if name == "pos" {
      guard let position = Int(argument) else {
        throw SyntaxError("pos: a number expected, not \(argument)", at: argument)
      }
      return [.position(position)]
    }
    let change = changes[name]
    guard change != nil || name == "trigger" else { return nil }
    var triggers: [Trigger] = []
    for part in argument.split(separator: ",") {
      triggers.append(try Trigger(named: part.trimmed))
    }
    return [change.map { .bindings($0, triggers) } ?? .trigger(triggers)]
  }
}
