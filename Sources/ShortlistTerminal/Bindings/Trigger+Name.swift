extension Trigger {
  /// Creates the trigger of a name: a key such as `ctrl-r`, or an event such as `start`.
  package init(named name: String) throws(BindingError) {
    if let event = Event(rawValue: name.lowercased()) {
      self = .event(event)
    } else if let key = KeyPress(name: name) {
      self = .key(key)
    } else {
      throw BindingError(
        unknown: "key", name, among: Event.allCases.map(\.rawValue) + KeyPress.names)
    }
  }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
