import ShortlistControls

/// Countries to visit, picked of a data source in sections.
///
///     swift run Countries
@main
package struct Countries {
  @MainActor
  package static func main() throws { try run { print($0) } }

  /// Shows what happens while somebody searches and picks.
  @MainActor
  package static func run(print: (String) -> Void) throws {
    let source = Continents()
    let picker = ListPicker(
      source, isDataSourceRequiringUniqueIdentifiers: true, selectedSection: .unlessSearching,
      selectedSectionTitle: "Selected")
    try picker.setSelectionFilters([.maximum(6)])

    func show(_ title: String) throws {
      print("\(title): \(picker.selectedCount) selected, \(picker.hiddenSelectedCount) hidden")
      for (index, section) in picker.sections.enumerated() {
        let rows = try (0..<section.count).map { row in
          let place = ListPickerIndexPath(section: index, row: row)
          let isSelected = picker.id(at: place).map(picker.isSelected) ?? false
          return (isSelected ? "[x] " : "[ ] ") + (try picker.cell(at: place)?.title ?? "")
        }
        print("  \(section.title ?? ""): \(rows.joined(separator: ", "))")
      }
      guard let button = picker.selectAllButton else { return }
      print(
        "  <\(button.action == .selectAll ? "Select" : "Deselect") All: \(button.count)>"
          + (button.refusal.map { " \($0)" } ?? ""))
    }

    try show("All countries")
    try picker.tap(.text("cl"))
    try show("Chile was tapped")
    picker.searchText = "c"
    try show("After the letter c")
    try picker.selectAll()
    try show("Select All is about what is shown")
    picker.searchText = "e"
    try show("After another letter the selected ones are hidden")
    picker.searchText = ""
    try show("The whole list again, with what was selected")
    let outcome = try picker.select(.all(.section("0")))
    try show("All of Africa, \(outcome.addedCount) more")
    let refused = try picker.selectAll()
    print("Select All: \(refused.refusals.map(\.reason).joined(separator: ", "))")

    let place = picker.indexPath(of: .text("de"))
    let own = source.listPicker(picker, indexPathForUniqueIdentifier: "de")
    print("Germany is row \(place?.row ?? -1) of shown section \(place?.section ?? -1)")
    print("  and row \(own?.row ?? -1) of section \(own?.section ?? -1) of the source")
    if let place, let own {
      let identifier = source.listPicker(picker, uniqueIdentifierForItemAtIndexPath: own)
      print("  back again: \(picker.id(at: place)?.description ?? ""), \(identifier)")
    }
    if case .done(let codes) = try picker.done() {
      print("Done: \(codes.map(\.description).joined(separator: ", "))")
    }
  }
}
