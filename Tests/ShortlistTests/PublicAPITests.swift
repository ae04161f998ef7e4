import Shortlist
import Testing

/// An id that the package does not know of.
private struct ISBN: PickerID {
  static let attributeType = AttributeType.text
  var digits: String
  var rowID: RowID { .text(digits) }
}

private struct Book: Identifiable, Sendable {
  enum Shelf: String, Sendable { case novels, maps }

  var id: ISBN
  var title: String
  var shelf: Shelf
  var price: Double?
}

/// What an app does with a plain import.
@Suite("The library from outside")
struct PublicAPITests {
  @Test("a picker of an app's own items, from the first letter to what was picked")
  func picker() async throws {
    let picker = Picker([
      Book(id: ISBN(digits: "111"), title: "Moby Dick", shelf: .novels, price: 9.5),
      Book(id: ISBN(digits: "222"), title: "Dickens' London", shelf: .maps),
    ]) {
      Field("title", \.title)
      Field("shelf", \.shelf).searchable(false)
      Field("price", \.price)
    }
    picker.search = "dick"
    picker.sections = SectionRule(by: "shelf")
    picker.selection.filters = [.required("price")]
    let outcome = try await picker.selection.all().value
    #expect(outcome.refusals.map(\.reason) == ["price is missing"])
    #expect(try await picker.selection.items.value.map(\.title) == ["Moby Dick"])

    var sections: [PickerSection<Book>] = []
    for await update in picker.updates {
      update.apply(to: &sections)
      if update.total == 0 { break }
      #expect(sections.map(\.name) == ["maps", "novels"])
      picker.search = "nobody"
    }
    #expect(sections.isEmpty)
    #expect(picker.fields.filter(\.isFacet).map(\.name) == ["shelf"])
  }
}
