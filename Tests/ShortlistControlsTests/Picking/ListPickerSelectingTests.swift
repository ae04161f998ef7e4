import ShortlistControls
import Synchronization
import Testing

@Suite("Selecting in a list picker") @MainActor
struct ListPickerSelectingTests {
  private let stock = ListPickerStock(["red", "green", "blue", "grey"])

  private func picker(
    isMultiple: Bool = true, allowsEmpty: Bool = true, reporting: ListPickerReporting = .live,
    section: ListPickerSelectedSection = .never, selected: [RowID] = []
  ) -> ListPicker<ListPickerCell> {
    ListPicker(
      stock.source(.byIdentifier), isDataSourceRequiringUniqueIdentifiers: true,
      allowsMultipleSelection: isMultiple, allowsEmptySelection: allowsEmpty, reporting: reporting,
      selectedSection: section, selectedSectionTitle: "Picked", selected: selected)
  }

  // MARK: Taps

  @Test("a tap selects and deselects, and a search touches neither")
  func taps() throws {
    let picker = picker()
    try picker.tap(.text("blue"))
    try picker.tap(.text("red"))
    picker.searchText = "gr"
    #expect(picker.shown == [.init("green", "grey")])
    #expect(picker.selectedUniqueIdentifiers == ["blue", "red"])
    #expect(picker.hiddenSelectedCount == 2)
    try picker.tap(.text("grey"))
    #expect(picker.sections.map(\.selected) == [1])
    picker.searchText = ""
    try picker.tap(.text("red"))
    #expect(picker.selectedUniqueIdentifiers == ["blue", "grey"])
    try picker.undo()
    #expect(picker.selectedUniqueIdentifiers == ["blue", "red", "grey"])
    try picker.redo()
    #expect(!picker.isSelected(.text("red")))
    #expect(picker.canUndo && !picker.canRedo)
  }

  @Test("every kind of match")
  func matches() {
    let picker = picker()
    picker.searchText = "re"
    #expect(picker.shown == [.init("red")])
    picker.matchKind = .substring
    #expect(picker.shown == [.init("red", "green", "grey")])
    picker.matchKind = .prefix
    #expect(picker.shown == [.init("red")])
    picker.searchText = "RÉ"
    #expect(picker.shown == [.init("red")])
    picker.matchKind = .fuzzy
    picker.searchText = "ge"
    #expect(Set(picker.shown[0]) == Set([RowID]("green", "grey")))
    picker.searchText = "  "
    #expect(picker.shown == [.init("red", "green", "blue", "grey")])
  }

  @Test("ids that are not there, or of the wrong type, are refused, and change nothing")
  func unknown() throws {
    let picker = picker(selected: .init("red"))
    picker.onUpdate = { Issue.record("something changed: \($0)") }
    for id in [RowID.text("pink"), .integer(0), .number(0.5)] {
      let outcome = try picker.tap(id)
      #expect(outcome.result == .refused)
      #expect(outcome.refusals.map(\.rule) == [.unknown])
      #expect(outcome.refusals.map(\.ids) == [[id]])
    }
    #expect(try picker.select(.deselect([.integer(1)])).result == .unchanged)
    #expect(picker.selectedUniqueIdentifiers == ["red"])
  }

  @Test("extends from the last tap, in shown order, once it is shown")
  func extending() throws {
    let picker = picker()
    try picker.extend(to: .text("green"))
    #expect(picker.selectedUniqueIdentifiers == ["green"])
    try picker.extend(to: .text("grey"))
    #expect(picker.selectedUniqueIdentifiers == ["green", "blue", "grey"])
    try picker.extend(to: .text("red"))
    #expect(picker.selectedUniqueIdentifiers == ["green", "blue", "grey", "red"])
    try picker.select(.none())
    try picker.extend(to: .text("grey"))
    #expect(picker.selectedUniqueIdentifiers == ["grey"])
    picker.searchText = "b"
    try picker.extend(to: .text("blue"))
    #expect(picker.selectedUniqueIdentifiers == ["grey", "blue"])
  }

  // MARK: Single

  @Test("where one row can be selected, another replaces it")
  func single() throws {
    let picker = picker(isMultiple: false, selected: .init("red", "green"))
    #expect(picker.selectedUniqueIdentifiers == ["red"])
    try picker.tap(.text("blue"))
    #expect(picker.selectedUniqueIdentifiers == ["blue"])
    stock.allIdentifiers = stock.items.map(\.id)
    #expect(picker.selectAllButton == nil)
    #expect(try picker.selectAll().refusals.map(\.rule) == [.single])
    try picker.tap(.text("blue"))
    #expect(picker.selectedCount == 0)
  }

  @Test("a tap that selects is also a Done, if it is to be")
  func doneOnSelection() throws {
    let picker = picker(isMultiple: false, reporting: .staged)
    var done: [[RowID]] = []
    picker.onDone = { done.append($0) }
    picker.isDoneOnSelection = true
    try picker.tap(.text("red"))
    try picker.tap(.text("red"))
    try picker.tap(.text("blue"))
    #expect(done == [.init("red"), .init("blue")])
  }

  // MARK: Empty selections

  @Test("where something must be selected, neither a tap nor Deselect All takes the last row")
  func notEmpty() throws {
    stock.allIdentifiers = stock.items.map(\.id)
    for isMultiple in [true, false] {
      let picker = picker(isMultiple: isMultiple, allowsEmpty: false)
      #expect(
        try "\(picker.done())".contains("at least 1 must stay selected"))
      try picker.tap(.text("red"))
      #expect(try picker.tap(.text("red")).refusals.map(\.rule) == [.minimum])
      #expect(try picker.deselectAll().result == .refused)
      #expect(picker.selectedUniqueIdentifiers == ["red"])
      try picker.tap(.text("blue"))
      #expect(try picker.tap(.text("blue")).result == (isMultiple ? .changed : .refused))
      #expect(try picker.done() == .done(isMultiple ? .init("red") : .init("blue")))
    }
  }

  // MARK: Select All

  @Test("Select All selects all that the source knows, also what its list does not have yet")
  func selectAllUnlisted() throws {
    let all = stock.items
    stock.sections[0] = Array(all.prefix(1))
    stock.allIdentifiers = all.map(\.id)
    let picker = picker()
    #expect(picker.sections.map(\.count) == [1])
    #expect(picker.selectAllButton?.text == "selectAll \(all.count)")
    try picker.addSelectionFilter(.maximum(2))
    #expect(picker.selectAllButton?.refusal == "no more than 2 can be selected")
    try picker.setSelectionFilters([])
    #expect(try picker.selectAll().addedCount == all.count)
    #expect(picker.selectedUniqueIdentifiers == all.map(\.id))
    #expect(picker.selectAllButton?.text == "deselectAll \(all.count)")
    #expect(picker.hiddenSelectedCount == all.count - 1)
    stock.sections[0] = all
    picker.reloadData()
    #expect(picker.selectedCount == all.count && picker.hiddenSelectedCount == 0)
    try picker.deselectAll()
    #expect(picker.selectedCount == 0)
    stock.sections[0] = Array(all.prefix(1))
    picker.reloadData()
    #expect(try picker.tap(RowID.text(all[2].id)).added == [.text(all[2].id)])
    #expect(try picker.select(.select([.text("nobody")])).refusals.map(\.reason).count == 1)
  }

  /// Shows List picker 55, List picker 56.
  @Test("Select All is offered if all identifiers are known, and is about them or what is found")
  func selectAll() throws {
    let picker = picker()
    #expect(picker.selectAllButton == nil)
    stock.allIdentifiers = stock.items.map(\.id)
    #expect(
      picker.selectAllButton?.text == "selectAll 4")
    try picker.tap(.text("red"))
    picker.searchText = "gr"
    #expect(picker.selectAllButton?.count == 2)
    #expect(try picker.selectAll().added == .init("green", "grey"))
    #expect(picker.selectAllButton?.text == "deselectAll 2")
    picker.searchText = ""
    #expect(picker.selectAllButton?.text == "selectAll 1")
    picker.searchText = "gr"
    try picker.deselectAll()
    #expect(picker.selectedUniqueIdentifiers == ["red"])
    picker.searchText = "nothing like it"
    #expect(
      picker.selectAllButton?.text == "selectAll 0: nothing is shown")
    #expect(try picker.selectAll().result == .unchanged)
  }

  @Test("a maximum refuses Select All whole, and the button says so before")
  func selectAllRefused() throws {
    stock.allIdentifiers = stock.items.map(\.id)
    let picker = picker()
    let maximum = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 3)
    try picker.addSelectionFilter(maximum)
    #expect(
      picker.selectAllButton?.text == "selectAll 4: no more than 3 can be selected")
    #expect(try picker.selectAll().refusals.map(\.count) == [4])
    #expect(picker.selectedCount == 0)
    picker.searchText = "gr"
    #expect(picker.selectAllButton?.refusal == nil)
    maximum.maximumSelectedCount = -1
    #expect(picker.selectAllButton?.refusal?.contains("negative") == true)
  }

  @Test("rows that cannot be selected do not keep Select All from becoming Deselect All")
  func selectAllThatCanBe() throws {
    stock.allIdentifiers = stock.items.map(\.id)
    let picker = picker(allowsEmpty: false)
    try picker.setSelectionFilters([
      SelectionRule.matching("text:green OR text:blue", reason: "it is neither")
    ])
    #expect(picker.selectAllButton?.refusal == nil)
    #expect(try picker.selectAll().addedCount == 2)
    #expect(
      picker.selectAllButton?.text == "deselectAll 2: at least 1 must stay selected")
    picker.searchText = "red"
    #expect(
      picker.selectAllButton?.text == "selectAll 1: it is neither")
  }

  // MARK: Filters

  @Test("filters speak while they are installed, and a limit that cannot be changes nothing")
  func filters() throws {
    let picker = picker()
    let maximum = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 2)
    let counter = Counter()
    maximum.onReachedMaximumCount.observe { counter.add("reached") }
    maximum.onAttemptedToExceedMaximumCount.observe { _ in counter.add("attempted") }
    try picker.addSelectionFilter(maximum)
    try picker.tap(.text("red"))
    try picker.tap(.text("blue"))
    #expect(try picker.tap(.text("grey")).result == .refused)
    #expect(counter.words == ["reached", "attempted"])
    maximum.maximumSelectedCount = -2
    #expect(throws: InvalidRequestError.self) { try picker.tap(.text("red")) }
    #expect(throws: InvalidRequestError.self) { try picker.done() }
    #expect(picker.selectedUniqueIdentifiers == ["red", "blue"])
    picker.removeSelectionFilter(maximum)
    try picker.tap(.text("grey"))
    #expect(picker.selectedCount == 3)
    #expect(counter.words == ["reached", "attempted"])
    #expect(throws: FilterError.self) {
      try picker.setSelectionFilters([SelectionRule.matching("text:", reason: "")])
    }
    #expect(throws: InvalidRequestError.self) {
      try picker.addSelectionFilter(RequiredFieldSelectionFilter(attribute: "phone"))
    }
    #expect(picker.selectionFilters.isEmpty)
  }

  // MARK: The section of selected items

  @Test("selected rows are a section of their own on top, also those that the search hides")
  func selectedSection() throws {
    let picker = picker(section: .always, selected: .init("blue"))
    #expect(picker.sections.map(\.kind) == [.selected, .items(0)])
    #expect(picker.sections.map(\.title) == ["Picked", nil])
    #expect(picker.shown == [.init("blue"), .init("red", "green", "blue", "grey")])
    var updates: [ListPickerUpdate] = []
    picker.onUpdate = { updates.append($0) }
    picker.searchText = "gr"
    #expect(picker.shown == [.init("blue"), .init("green", "grey")])
    #expect(try picker.cell(at: ListPickerIndexPath(section: 0, row: 0))?.title == "blue")
    #expect(picker.indexPath(of: .text("grey")) == ListPickerIndexPath(section: 1, row: 1))
    #expect(picker.indexPath(of: .text("blue")) == nil)
    try picker.tap(.text("blue"))
    #expect(picker.sections.map(\.kind) == [.items(0)])
    #expect(
      updates.map(\.changes) == [
        .changes(
          Changeset(rows: [
            .delete(.text("red"), from: .init(section: 1, row: 0)),
            .delete(.text("blue"), from: .init(section: 1, row: 2)),
          ])), .changes(Changeset(sections: [.delete(from: 0, name: "selected")])),
      ])
    #expect(updates.map(\.deselected) == [[], .init("blue")])
  }

  @Test("the section of selected items can be left out during a search")
  func selectedUnlessSearching() throws {
    let picker = picker(section: .unlessSearching, selected: .init("blue"))
    picker.searchText = "b"
    #expect(picker.sections.map(\.kind) == [.items(0)])
    try picker.tap(.text("blue"))
    picker.searchText = ""
    #expect(picker.sections.map(\.kind) == [.items(0)])
    try picker.tap(.text("blue"))
    #expect(picker.shown[0] == .init("blue"))
  }

  // MARK: From the beginning

  @Test("rows selected from the beginning are no step, not told, and may come later")
  func fromTheBeginning() throws {
    let picker = picker(selected: .init("pink", "red", "gold"))
    picker.onSelectionChange = { Issue.record("told of \($0)") }
    #expect(picker.selectedUniqueIdentifiers == ["red"])
    #expect(picker.missing == .init("pink", "gold"))
    #expect(try picker.undo().result == .unchanged)
    stock.sections[0].append(.init(id: "gold", text: "gold"))
    picker.reloadData()
    #expect(picker.selectedUniqueIdentifiers == ["red", "gold"])
    stock.allIdentifiers = stock.items.map(\.id) + ["pink"]
    picker.reloadData()
    #expect(picker.selectedUniqueIdentifiers == ["red", "gold", "pink"])
    #expect(picker.missing.isEmpty)
    #expect(picker.shown[0].contains(.text("pink")) == false)
    #expect(try picker.cell(of: .text("pink"))?.title == "no pink")
    picker.onSelectionChange = nil
    stock.allIdentifiers = nil
    picker.reloadData()
    #expect(picker.selectedUniqueIdentifiers == ["red", "gold"])
  }

  // MARK: Reloading

  @Test("selected rows that are gone leave the selection, and the app is told")
  func pruning() throws {
    for reporting in [ListPickerReporting.live, .staged] {
      stock.sections = [["red", "green", "blue"].map { .init(id: $0, text: $0) }]
      let picker = picker(reporting: reporting, selected: .init("red"))
      let minimum = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
      let counter = Counter()
      minimum.onReachedMinimumCount.observe { counter.add("reached") }
      try picker.addSelectionFilter(minimum)
      try picker.tap(.text("blue"))
      var changes: [ListPickerSelectionChange] = []
      picker.onSelectionChange = { changes.append($0) }
      stock.sections[0].removeAll { $0.id != "green" }
      picker.reloadData()
      #expect(picker.selectedCount == 0)
      let told = reporting == .live ? "[red, blue]" : "[red]"
      #expect(changes.map(\.text) == ["pruned +[] -\(told)"])
      #expect(!picker.isDirty)
      stock.sections[0].append(.init(id: "red", text: "red"))
      picker.reloadData()
      #expect(!picker.isSelected(.text("red")))
    }
  }

  @Test("an index means its row until the data change")
  func indices() throws {
    let picker = ListPicker(stock.source(.byIndex))
    for index in 0..<4 { try picker.tap(.integer(index)) }
    stock.sections[0].remove(at: 2)
    picker.reloadData()
    #expect(picker.selectedIndices == [0, 1])
    #expect(try picker.undo().result == .unchanged)
    picker.reloadData()
    #expect(picker.selectedIndices == [0, 1])
  }

  @Test("a row that was drawn and has another text is updated, wherever it is shown")
  func updating() throws {
    let picker = picker(section: .always, selected: .init("red"))
    for row in 0..<2 { _ = try picker.cell(at: ListPickerIndexPath(section: 1, row: row)) }
    var updates: [ListPickerUpdate] = []
    picker.onUpdate = { updates.append($0) }
    stock.sections[0][0].text = "crimson"
    stock.sections[0][1].text = "olive"
    picker.reloadData()
    picker.reloadData()
    #expect(
      updates.map(\.changes) == [
        .changes(
          Changeset(rows: [
            .update(.text("red"), from: .init(section: 0, row: 0)),
            .update(.text("red"), from: .init(section: 1, row: 0)),
            .update(.text("green"), from: .init(section: 1, row: 1)),
          ]))
      ])
    stock.sections[0].swapAt(0, 3)
    stock.sections[0][3].text = "scarlet"
    picker.reloadData()
    guard case .changes(let changes) = updates.last?.changes else {
      Issue.record("nothing changed")
      return
    }
    let moves = changes.rows.filter {
      if case .move(.text("red"), _, _, true) = $0 { true } else { false }
    }
    #expect(moves.count == 1)
  }

  // MARK: Staging

  @Test("a draft is told when it is accepted, and only if it is another set")
  func staging() throws {
    let picker = picker(reporting: .staged, selected: .init("red", "green"))
    var changes: [ListPickerSelectionChange] = []
    var done: [[RowID]] = []
    picker.onSelectionChange = { changes.append($0) }
    picker.onDone = { done.append($0) }
    try picker.tap(.text("red"))
    #expect(picker.isDirty)
    try picker.tap(.text("red"))
    #expect(!picker.isDirty)
    #expect(try picker.done() == .done(.init("green", "red")))
    try picker.tap(.text("green"))
    try picker.tap(.text("blue"))
    #expect(changes.isEmpty)
    try picker.done()
    #expect(changes.map(\.text) == ["done +[blue] -[green]"])
    #expect(done == [.init("green", "red"), .init("red", "blue")])
  }

  @Test("a draft that is cancelled is gone, whatever the filters say")
  func cancelling() throws {
    let picker = picker(
      reporting: .staged, section: .always, selected: .init("red", "green", "blue"))
    picker.onSelectionChange = { Issue.record("told of \($0)") }
    try picker.tap(.text("red"))
    try picker.tap(.text("grey"))
    try picker.setSelectionFilters([SelectionRule.maximum(1)])
    var updates: [ListPickerUpdate] = []
    picker.onUpdate = { updates.append($0) }
    picker.cancel()
    #expect(picker.selectedUniqueIdentifiers == ["red", "green", "blue"])
    #expect(picker.shown[0] == .init("red", "green", "blue"))
    #expect(!picker.isDirty && !picker.canUndo)
    #expect(updates.map(\.selected) == [.init("red")])
    #expect(updates.map(\.deselected) == [.init("grey")])
    #expect(try picker.tap(.text("grey")).result == .refused)
    guard case .refused(let violations, let reasons) = try picker.done() else {
      Issue.record("a selection that breaks a rule was accepted")
      return
    }
    #expect(violations.map(\.rule) == [.maximum])
    #expect(reasons == ["no more than 1 can be selected"])
  }

  @Test("where every change is told, there is nothing to cancel")
  func live() throws {
    let picker = picker()
    var changes: [ListPickerSelectionChange] = []
    picker.onSelectionChange = { changes.append($0) }
    try picker.tap(.text("red"))
    try picker.select(.replace(.init("blue", "grey")))
    #expect(!picker.isDirty)
    picker.cancel()
    #expect(picker.selectedUniqueIdentifiers == ["blue", "grey"])
    #expect(changes.map(\.text) == ["request +[red] -[]", "request +[blue, grey] -[red]"])
    #expect(try picker.done() == .done(.init("blue", "grey")))
    #expect(changes.count == 2)
  }

  @Test("what is told of a request that a reader makes comes after what it was told")
  func nested() throws {
    let picker = picker()
    var told: [String] = []
    picker.onUpdate = { update in
      told.append("update \(update.selected)")
      if update.selected == .init("red") { _ = try? picker.tap(.text("blue")) }
    }
    picker.onSelectionChange = { told.append("change \($0.added)") }
    try picker.tap(.text("red"))
    #expect(told == ["update [red]", "change [red]", "update [blue]", "change [blue]"])
  }
}

/// Words that closures add from anywhere.
private final class Counter: Sendable {
  private let state = Mutex<[String]>([])
  var words: [String] { state.withLock(\.self) }
  func add(_ word: String) { state.withLock { $0.append(word) } }
}
