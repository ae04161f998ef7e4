import ShortlistControls
import ShortlistTestSupport
import Testing

@Suite("A list picker against a model") @MainActor
struct ListPickerRandomTests {
  /// The obvious picker.
  @MainActor
  private struct Model {
    let stock: ListPickerStock
    let shape: ListPickerStock.Shape
    /// Whether the source searches, and not the picker.
    let isSearching: Bool
    var search = ""
    var selected: [RowID] = []
    var isReloaded = false

    var listed: [[RowID]] {
      (stock.whole ?? stock.sections).map { items in
        items.indices.filter { items[$0].text.contains(search) }
          .map { shape == .byIndex ? .integer($0) : .text(items[$0].id) }
      }
    }

    var shown: [[RowID]] {
      let isWhole = isSearching || search.isEmpty || shape != .inSections
      return (selected.isEmpty ? [] : [selected]) + listed.filter { isWhole || !$0.isEmpty }
    }
  }

  /// A picture of a picker that only changesets keep up to date.
  private struct Picture {
    var sections: [Changeset<RowID>.Section]
    var selected: Set<RowID>

    mutating func take(_ update: ListPickerUpdate) {
      if case .changes(let changes) = update.changes {
        changes.apply(to: &sections, rows: \.ids) { name in
          Changeset.Section(name: name, ids: [])
        } row: {
          $0
        }
      }
      selected.subtract(update.deselected)
      selected.formUnion(update.selected)
    }
  }

  @Test(
    "shows, tells and reports the same over random sources, searches and taps",
    arguments: [false, true])
  func random(isSearching: Bool) throws {
    let seed = Environment.number("SHORTLIST_SEED") ?? Int.random(in: 0..<1_000_000)
    var random = SeededRandom(seed: seed)
    for round in 0..<60 {
      let shape = random.pick(ListPickerStock.Shape.allCases)
      let stock = ListPickerStock(Self.sections(&random, shape))
      let source: any ListPickerDataSource<ListPickerCell> =
        isSearching ? SearchingStockSource(stock, shape) : stock.source(shape)
      let picker = ListPicker(
        source, isDataSourceRequiringUniqueIdentifiers: shape != .byIndex,
        selectedSection: .always)
      picker.matchKind = .substring
      var model = Model(stock: stock, shape: shape, isSearching: isSearching)
      var picture = Picture(sections: [], selected: [])
      picture.sections = zip(picker.sections, picker.shown).map { section, ids in
        .init(name: name(section, shape), ids: ids)
      }
      var reported: Set<RowID> = []
      picker.onUpdate = { picture.take($0) }
      picker.onSelectionChange = { change in
        #expect(reported.isDisjoint(with: change.added), "seed \(seed)")
        #expect(reported.isSuperset(of: change.removed), "seed \(seed)")
        reported.formUnion(change.added)
        reported.subtract(change.removed)
      }
      for step in 0..<40 {
        let place: Comment = "seed \(seed), round \(round), step \(step), \(shape)"
        try change(picker, &model, &random)
        #expect(picker.selectedIDs == model.selected, place)
        #expect(picker.shown == model.shown, place)
        #expect(picture.sections.map(\.ids) == model.shown, place)
        #expect(picture.sections.map(\.name) == picker.sections.map { name($0, shape) }, place)
        #expect(picture.selected == Set(model.selected), place)
        #expect(reported == Set(model.selected), place)
        let listed = Set(model.listed.joined())
        #expect(
          picker.hiddenSelectedCount == model.selected.filter { !listed.contains($0) }.count, place)
        for (section, ids) in picker.shown.enumerated() {
          for row in ids.indices {
            let place = ListPickerIndexPath(section: section, row: row)
            let text = try #require(try picker.cell(at: place)).title
            #expect(text == Self.text(ids[row], stock, shape))
          }
        }
      }
    }
  }

  /// What changes call a section.
  private func name(_ section: ListPickerSection, _ shape: ListPickerStock.Shape) -> String {
    switch section.kind {
    case .selected: "selected"
    case .items(let index): shape == .inSections ? "\(index)" : ""
    }
  }

  /// Changes a picker and its model alike.
  private func change(
    _ picker: ListPicker<ListPickerCell>, _ model: inout Model, _ random: inout SeededRandom
  ) throws {
    let listed = model.listed.flatMap(\.self)
    switch random.next(below: 10) {
    case 0...3:
      guard let id = listed.randomElement(using: &random) else { return }
      try picker.tap(id)
      if let place = model.selected.firstIndex(of: id) {
        model.selected.remove(at: place)
      } else {
        model.selected.append(id)
      }
    case 4:
      try picker.selectAll()
      model.selected += listed.filter { !model.selected.contains($0) }
    case 5:
      try picker.deselectAll()
      model.selected.removeAll { listed.contains($0) }
    case 6:
      // A row that was gone and came back is selected by doing a step again, not by the step back.
      if model.isReloaded { return }
      try picker.undo()
      try picker.redo()
    case 7, 8:
      model.search = random.chance(0.3) ? "" : random.pick(["a", "b", "ab", "z"])
      picker.searchText = model.search
    default:
      if model.isSearching && !model.search.isEmpty { return }
      let texts = Dictionary(
        uniqueKeysWithValues: model.selected.map {
          ($0, Self.text($0, model.stock, model.shape))
        })
      model.stock.sections = Self.sections(&random, model.shape)
      picker.reloadData()
      model.isReloaded = true
      let (stock, shape) = (model.stock, model.shape)
      model.selected.removeAll { id in
        guard let text = Self.text(id, stock, shape) else { return true }
        return shape == .byIndex && text != texts[id]
      }
    }
  }

  /// The text of an item; nil if it is not there.
  private static func text(
    _ id: RowID, _ stock: ListPickerStock, _ shape: ListPickerStock.Shape
  ) -> String? {
    if case .integer(let index) = id {
      return stock.items.indices.contains(index) ? stock.items[index].text : nil
    }
    return stock.items.first { $0.id == id.description }?.text
  }

  private static func sections(
    _ random: inout SeededRandom, _ shape: ListPickerStock.Shape
  ) -> [[ListPickerStock.Item]] {
    var ids = (0..<8).map(String.init).shuffled(using: &random)
    return (0..<(shape == .inSections ? random.next(below: 4) : 1)).map { _ in
      (0..<random.next(below: 5)).compactMap { _ in
        ids.popLast().map { .init(id: $0, text: random.pick(["a", "b", "ab", "ba", "c"])) }
      }
    }
  }
}
