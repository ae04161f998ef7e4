import ShortlistControls

/// A field for the tags of a picture: it suggests those there are with every letter, and makes new
/// ones.
///
///     swift run Tags
@main
package struct Tags {
  private struct Tag: Identifiable, Sendable {
    let id: Int
    var name: String
  }

  /// Why there is not to be a tag.
  private struct NoTag: Error, CustomStringConvertible {
    let description: String
  }

  package static func main() async throws { try await run { print($0) } }

  /// Shows what is suggested while somebody types, and what becomes of it.
  @MainActor
  package static func run(print: (String) -> Void) async throws {
    let names = ["Zebra", "Zoo", "Zoë", "Zorro", "music", "night"]
    let tags = names.enumerated().map { Tag(id: $0, name: $1) }
    let picker = PickList(tags, selectionFilters: [.maximum(3)]) { Field(\.name) }

    var made = 0
    var lastTag: Tag?
    let field = SuggestionField(picker, in: \.name, limit: 3, equality: .folded) {
      text -> Tag? in
      if text.count < 3 { return nil }
      if text.contains("#") { throw NoTag(description: "a tag is written without #") }
      made += 1
      return Tag(id: 100 + made, name: text.lowercased())
    } action: { tag, _ in
      lastTag = tag
    }

    func show() {
      let isNew = field.exact == nil && field.similar == nil
      let texts = field.suggestions.map(\.text) + (isNew ? ["+ new"] : [])
      print("  \(field.text)| \(texts.joined(separator: ", "))")
    }

    func type(_ text: String) async throws {
      for end in text.indices {
        try await field.enter(String(text[...end]))
        show()
      }
    }

    func commit() async throws {
      switch await field.commit() {
      case .acted(let item, _):
        print("  \(item.isNew ? "made" : "took") \(lastTag?.name ?? ""), number \(item.id)")
      case .empty, .noHandler: print("  nothing to do")
      case .notCreated: print("  no tag: it is too short")
      case .refused(let outcome):
        print("  no tag: \(outcome.selection.refusals.map(\.reason).joined(separator: ", "))")
      case .failed(let error): print("  no tag: \(error)")
      }
    }

    print("Every letter updates what is suggested")
    try await type("zo")
    print("A choice fills the field")
    try await field.choose(field.suggestions[1])
    show()
    try await commit()
    print("What is typed as a whole need not be chosen")
    try await type("MUSIC")
    try await commit()
    print("What is not there can be made")
    try await type("C#")
    try await commit()
    try await type("C#7")
    try await commit()
    try await type("Blue")
    try await commit()
    print("Now it is there")
    try await type("bl")
    print("A fourth one is refused, and not made either")
    try await type("red")
    try await commit()
    try await field.enter("")
    try await commit()
    let all = try await picker.items.map(\.name)
    let picked = try await picker.selection.items.map(\.name)
    print("Tags: \(all.joined(separator: ", "))")
    print("Of the picture: \(picked.joined(separator: ", "))")
  }
}
