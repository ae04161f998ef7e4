import Shortlist

/// Contacts to invite: searched with every letter, grouped by city, two at most and only with a phone.
///
///     swift run Guests
@main
package struct Guests {
  private struct Contact: Identifiable, Sendable {
    let id: Int
    var name: String
    var city: String
    var phone: String?
  }

  package static func main() async throws { try await run { print($0) } }

  /// Shows what happens while somebody picks, and the address book changes.
  @MainActor
  package static func run(print: (String) -> Void) async throws {
    let contacts = [
      Contact(id: 1, name: "Anna Müller", city: "Bonn", phone: "0228 11"),
      Contact(id: 2, name: "Björn Munk", city: "Ulm", phone: "0731 22"),
      Contact(id: 3, name: "Carla Muñoz", city: "Bonn"),
      Contact(id: 4, name: "Dan Brown", city: "Ulm", phone: "0731 44"),
    ]
    let picker = PickList(contacts) {
      Field("name", \.name)
      Field("city", \.city).searchable(false).facet()
      Field("phone", \.phone).searchable(false)
    }
    picker.selection.filters = [.required("phone"), .maximum(2)]
    picker.sort = [SortKey("name")]
    picker.sections = SectionRule(by: "city")

    var sections: [PickListSection<Contact>] = []
    var updates = picker.updates.makeAsyncIterator()
    var revision = 0

    func show<Outcome>(_ title: String, after intent: PickListIntent<Outcome>) async throws {
      _ = try await intent.value
      let target = try await picker.windows.value.revision
      print(title)
      while revision < target, let update = await updates.next(isolation: #isolation) {
        update.apply(to: &sections)
        revision = update.revision
        if revision < target { continue }
        print("  \(update.total) of \(update.count), \(update.selectedCount) selected")
      }
      for section in sections {
        let names = section.rows.map { ($0.isSelected ? "[x] " : "[ ] ") + $0.item.name }
        print("  \(section.name): \(names.joined(separator: ", "))")
      }
    }

    func tell(_ intent: PickListIntent<SelectionOutcome>) async throws {
      for refusal in try await intent.value.refusals {
        print("  not \(refusal.ids): \(refusal.reason)")
      }
    }

    try await show("Everybody", after: picker.opening)
    try await show("After the letters mu", after: picker.search("mu"))
    let all = picker.selection.all()
    try await show("All of them are asked for", after: all)
    try await tell(all)
    try await show("Everybody again, with what was picked", after: picker.search(""))
    let third = picker.selection.select(4)
    try await show("A third one is asked for", after: third)
    try await tell(third)
    var moved = contacts
    moved[1].city = "Bonn"
    moved.remove(at: 0)
    moved.append(Contact(id: 5, name: "Eva Muth", city: "Jena", phone: "03641 55"))
    try await show("The address book was read anew", after: picker.replaceAll(moved))
    let names = try await picker.selection.items.value.map(\.name)
    print("Picked: \(names.joined(separator: ", "))")
  }
}
