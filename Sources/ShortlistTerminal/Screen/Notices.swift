/// What the status line says instead of, or besides, the number of selected rows.
package struct Notices: Hashable, Sendable {
  /// Text that replaces the selection count in the status line until the next key.
  package struct Message: Hashable, Sendable {
    package var text: String
    package var isProblem: Bool
  }

  package var message: Message?
  /// Why the last selection request was refused.
  ///
  /// Stays until a request succeeds or a new search is answered.
  package var refusal: String?
  /// Why the shown rows may be outdated and cannot be written; nil if they are current.
  package var stopReason: String?

  /// Begins with a notice.
  init(_ notice: String?) {
    if let notice { say(notice) }
  }

  /// The refusal, or why the rows may be outdated.
  var reason: String? { refusal ?? stopReason.map { "not up to date: \($0)" } }

  /// Whether there is any of them.
  var isAny: Bool { message != nil || refusal != nil || stopReason != nil }

  /// Says what was done.
  mutating func say(_ text: String) { message = Message(text: text, isProblem: false) }

  /// Says why something was not done.
  mutating func refuse(_ reason: String) { message = Message(text: reason, isProblem: true) }
}
