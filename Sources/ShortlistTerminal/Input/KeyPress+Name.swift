extension KeyPress {
  /// The names of keys that are no characters.
  private static let names: [String: Key] = [
    "enter": .enter, "return": .enter, "tab": .tab, "bspace": .backspace, "bs": .backspace,
    "backspace": .backspace, "esc": .escape, "escape": .escape, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
    "pgup": .pageUp, "page-down": .pageDown, "pgdn": .pageDown, "insert": .insert,
    "del": .delete, "delete": .delete, "space": .character(" "),
  ]

  /// Creates the key press of a name such as `ctrl-v`, `alt-enter`, `f2` or `x`; nil if there is no
  /// such key.
  package init?(name: String) {
    var modifiers: Modifiers = []
    var rest = name[...]
    for (prefix, modifier) in [
      ("ctrl-", Modifiers.control), ("alt-", .alt), ("shift-", .shift),
    ] where rest.lowercased().hasPrefix(prefix) {
      modifiers.insert(modifier)
      rest = rest.dropFirst(prefix.count)
    }
    let lower = rest.lowercased()
    if lower == "btab" {
      self.init(.tab, modifiers.union(.shift))
    } else if let key = Self.names[lower] {
      self.init(key, modifiers)
    } else if rest.count == 1,
      let character = modifiers.contains(.control) ? lower.first : rest.first
    {
      self.init(.character(character), modifiers)
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), 1...12 ~= number {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }
}
