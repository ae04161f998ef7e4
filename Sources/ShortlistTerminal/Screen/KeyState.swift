/// The keys that wait, and what those before them have left.
package struct KeyState: Sendable {
  /// Keys deferred until rows arrive, and actions that are due.
  private(set) var waiting: [ScreenEvent] = []
  /// The name of the last key.
  private(set) var last = ""
  /// The name of the last key, if it is one of `PickOptions.expected`.
  package var expected: String?
  /// Whether a key or the mouse was pressed, or a text was pasted.
  package var isTouched = false
  /// The number of bindings that others have started since the last key.
  private(set) var nested = 0
  /// How often actions with several choices, by their texts, have chosen.
  var turns: [String: Int] = [:]
  /// The texts that come before the result.
  package var printed: [String] = []

  /// Takes the name of a key that is pressed.
  mutating func begin(_ name: String) { (last, nested) = (name, 0) }

  /// Puts an event behind those that wait.
  mutating func wait(for event: ScreenEvent) { waiting.append(event) }

  /// Drops the first event that waits, which is handled now.
  mutating func dropNext() {
    if !waiting.isEmpty { waiting.removeFirst() }
  }

  /// Puts actions before all that waits.
  mutating func insert(_ actions: [Action]) {
    waiting.insert(contentsOf: actions.map { .act($0) }, at: 0)
  }

  /// Puts actions behind those that are due, and before the keys that wait.
  mutating func enqueue(_ actions: [Action]) {
    let place = waiting.firstIndex { if case .act = $0 { false } else { true } }
    waiting.insert(contentsOf: actions.map { .act($0) }, at: place ?? waiting.count)
  }

  /// Puts the actions of other bindings before all that waits.
  ///
  /// - Parameters:
  ///   - actions: The actions.
  ///   - most: How many bindings others may start before the next key.
  /// - Returns: Whether there were not too many; otherwise, no action is due any more.
  mutating func insert(_ actions: [Action], nested most: Int) -> Bool {
    nested += 1
    if nested > most {
      dropActions()
      return false
    }
    insert(actions)
    return true
  }

  /// Drops all actions that are due; keys go on to wait.
  mutating func dropActions() {
    waiting.removeAll { if case .act = $0 { true } else { false } }
  }
}
