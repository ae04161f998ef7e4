import Shortlist

/// Contacts to invite: searched with every letter, grouped by city, two at most and only with a
/// phone.
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
      Field(\.name)
      Field(\.city).searchable(false).facet()
      Field(\.phone).searchable(false)
    }
    picker.selection.filters = [picker.selection.required(\.phone), .maximum(2)]
    picker.sort = [picker.sortKey(\.name)]
    picker.sections = picker.sectionRule(by: \.city)

    var sections: [PickListSection<Contact>] = []
    var updates = picker.updates.makeAsyncIterator()
    var revision = 0

    func show(_ title: String) async throws {
      let target = try await picker.windows.revision
      print(title)
      while revision < target, let update = try await updates.next(isolation: #isolation) {
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

    func explain(_ outcome: SelectionOutcome<Contact.ID>) {
      for refusal in outcome.refusals { print("  not \(refusal.ids): \(refusal.reason)") }
    }

    try await show("Everybody")
    picker.search = "mu"
    try await show("After the letters mu")
    let all = try await picker.selection.selectAll()
    try await show("All of them are asked for")
    explain(all)
    picker.search = ""
    try await show("Everybody again, with what was picked")
    let third = try await picker.selection.select(4)
    try await show("A third one is asked for")
    explain(third)
    var moved = contacts
    moved[1].city = "Bonn"
    moved.remove(at: 0)
    moved.append(Contact(id: 5, name: "Eva Muth", city: "Jena", phone: "03641 55"))
    try await picker.replaceAll(moved)
    try await show("The address book was read again")
    let names = try await picker.selection.items.map(\.name)
    print("Picked: \(names.joined(separator: ", "))")
  }
}
