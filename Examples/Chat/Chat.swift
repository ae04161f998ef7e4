import Shortlist

/// A chat that shows its latest messages: the window grows with those that come, and when somebody
/// scrolls up.
///
///     swift run Chat
@main
package struct Chat {
  private struct Message: Identifiable, Sendable {
    let id: Int
    /// When it was sent.
    var minute: Int
    var text: String

    /// The message whose number is the minute in which it was sent.
    init(_ id: Int, minute: Int? = nil, text: String? = nil) {
      (self.id, self.minute) = (id, minute ?? id)
      self.text = text ?? "message \(id)"
    }
  }

  package static func main() async throws { try await run { print($0) } }

  /// Shows what each change does to the messages that are visible.
  @MainActor
  package static func run(print: (String) -> Void) async throws {
    let picker = PickList((1...200).map { Message($0) }, window: .flexible(length: 50, from: .end))
    {
      Field(\.text)
      Field(\.minute)
    }
    try await picker.sort(by: \.minute)

    var sections: [PickListSection<Message>] = []
    var updates = picker.updates.makeAsyncIterator()
    var revision = 0

    func show(_ title: String) async throws {
      let now = try await picker.windows
      print(title)
      while revision < now.revision, let update = try await updates.next(isolation: #isolation) {
        update.apply(to: &sections)
        revision = update.revision
        print("  \(update.changes?.description ?? "nothing that is visible")")
      }
      let messages = sections.flatMap(\.items)
      guard let first = messages.first, let last = messages.last else { return }
      let older = now.sections[0].fromBeginning
      print("  \(messages.count) visible: \(first.text) … \(last.text); \(older) older ones")
    }

    try await show("The latest 50")
    try await picker.transaction {
      $0.insert(Message(201, text: "Hello?"))
      $0.insert(Message(202, text: "Is anybody there?"))
    }
    try await show("Two come, and the window grows")
    try await picker.update(Message(201, text: "Hello!"))
    try await show("The first of them is edited")
    try await picker.transaction {
      $0.delete(151)
      $0.delete(202)
    }
    try await show("The first and the last one are deleted, and the window shrinks")
    try await picker.insert(Message(203, minute: 20, text: "sent long ago"))
    try await show("A late one takes its place among the older ones")
    let range = try await picker.windows.sections[0].options
    picker.window = range.map { $0.copy(length: $0.length + 5) }
    try await show("Somebody scrolls up: five more")
    try await picker.update(Message(148, minute: 300, text: "from a clock that was wrong"))
    try await show("One of these gets another time")
    try await picker.transaction {
      for id in 1...147 { $0.delete(id) }
      $0.delete(203)
      $0.insert(Message(204, minute: 301, text: "Bye"))
    }
    try await show("All that is older than message 149 is deleted, and one more comes")
    try await picker.delete(204)
    try await picker.insert(Message(205, minute: 302, text: "See you"))
    try await show("Two changes before anybody looks are told as one")
  }
}
