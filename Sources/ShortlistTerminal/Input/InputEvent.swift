/// An input event from the terminal.
package enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted, including line ends.
  case paste(String)
  /// The mouse was used.
  case mouse(MouseEvent)
}

/// A key press with its modifiers.
package struct KeyPress: Hashable, Sendable {
  /// The key.
  package enum Key: Hashable, Sendable {
    case character(Character)
    case enter, tab, backspace, escape
    case up, down, left, right, home, end, pageUp, pageDown, insert, delete
    case function(Int)
  }

  /// The modifier keys held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Self(rawValue: 1)
    package static let alt = Self(rawValue: 2)
    package static let control = Self(rawValue: 4)
  }

  package var key: Key
  package var modifiers: Modifiers

  package init(_ key: Key, _ modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// Creates a press of a character key.
  package static func character(_ character: Character, _ modifiers: Modifiers = []) -> Self {
    Self(.character(character), modifiers)
  }
}

/// A mouse event and its position.
package struct MouseEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package var kind: Kind
  /// The button: 0 is left, 1 middle, 2 right.
  package var button: Int
  /// The position on the screen; the top left corner is 0, 0.
  package var column: Int
  package var row: Int

  package init(_ kind: Kind, button: Int = 0, column: Int, row: Int) {
    self.kind = kind
    self.button = button
    self.column = column
    self.row = row
  }
}
