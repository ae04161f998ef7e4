extension KeyPress {
  /// The names of keys that are no characters.
  private static let keys: [String: Key] = [
    "enter": .enter, "return": .enter, "tab": .tab, "bspace": .backspace, "bs": .backspace,
    "backspace": .backspace, "esc": .escape, "escape": .escape, "up": .up, "down": .down,
    "left": .left, "right": .right, "home": .home, "end": .end, "page-up": .pageUp,
    "pgup": .pageUp, "page-down": .pageDown, "pgdn": .pageDown, "insert": .insert,
    "del": .delete, "delete": .delete, "space": .character(" "),
  ]

  /// The names of keys, to suggest one that was meant.
  static let names: [String] =
    Array(keys.keys) + "abcdefghijklmnopqrstuvwxyz".map { "ctrl-\($0)" }
    + (1...12).map { "f\($0)" }

  /// The keys that a terminal sends for others with Ctrl.
  private static let controls: [Character: Key] = ["m": .enter, "i": .tab]

  /// A press of no key: that of an action that no key has started.
  static let none = KeyPress(.function(0))

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
    } else if let key = Self.keys[lower] {
      self.init(key, modifiers)
    } else if rest.count == 1,
      let character = modifiers.contains(.control) ? lower.first : rest.first
    {
      if modifiers.contains(.control), let key = Self.controls[character] {
        self.init(key, modifiers.subtracting(.control))
      } else {
        let isSlash = modifiers.contains(.control) && character == "/"
        self.init(.character(isSlash ? "_" : character), modifiers)
      }
    } else if lower.hasPrefix("f"), let number = Int(lower.dropFirst()), 1...12 ~= number {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// The name, as `init(name:)` takes it.
  package var name: String {
    let parts = [
      (Modifiers.control, "ctrl-"), (.alt, "alt-"), (.shift, "shift-"),
    ].filter { modifiers.contains($0.0) }.map(\.1)
    let base =
      switch key {
      case .character(" "): "space"
      case .character(let character): String(character)
      case .function(let number): "f\(number)"
      case .enter: "enter"
      case .tab: "tab"
      case .backspace: "backspace"
      case .escape: "esc"
      case .up: "up"
      case .down: "down"
      case .left: "left"
      case .right: "right"
      case .home: "home"
      case .end: "end"
      case .pageUp: "page-up"
      case .pageDown: "page-down"
      case .insert: "insert"
      case .delete: "delete"
      }
    return parts.joined() + base
  }
}
