extension Trigger {
  /// Creates the trigger of a name: a key such as `ctrl-r`, or an event such as `start`.
  package init(named text: Substring) throws(SyntaxError) {
    let name = text == " " ? "space" : String(text)
    if let event = Event(rawValue: name.lowercased()) {
      self = .event(event)
    } else if let key = KeyPress(name: name) {
      self = .key(key)
    } else {
      throw SyntaxError(
        unknown: "key", text, among: Event.allCases.map(\.rawValue) + KeyPress.names, listed: [])
    }
  }
}
