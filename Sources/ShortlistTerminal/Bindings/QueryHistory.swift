/// The searches of earlier times, among which one moves.
package struct QueryHistory: Hashable, Sendable {
  private let entries: [String]
  /// The index of the entry that is shown; nil for the text that is typed.
  private var index: Int?
  /// What was typed before an entry was shown.
  private var typed = ""

  /// Creates a history; the last entry is the newest.
  package init(_ entries: [String] = []) { self.entries = entries }

  /// Returns the search before the one that is shown; nil if there is none.
  package mutating func previous(to text: String) -> String? {
    if index == nil { typed = text }
    guard let place = entries[..<(index ?? entries.count)].lastIndex(where: { $0 != text }) else {
      return nil
    }
    index = place
    return entries[place]
  }

  /// Returns the search after the one that is shown, at last what was typed; nil if it is shown.
  package mutating func next() -> String? {
    guard let place = index else { return nil }
    index = place + 1 < entries.count ? place + 1 : nil
    return index.map { entries[$0] } ?? typed
  }

  /// Forgets which entry is shown, because another text is typed.
  mutating func leave() { index = nil }
}
