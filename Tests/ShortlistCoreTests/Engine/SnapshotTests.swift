import ShortlistCore
import ShortlistTestSupport
import Testing

@Suite("A snapshot")
struct SnapshotTests {
  private static let ranges: [RangeOptions?] = [
    nil, .fixed(length: 0), .fixed(length: 2), .fixed(length: 2, offset: 1, from: .end),
    .fixed(length: 1, offset: 3), .flexible(length: 2, from: .end, maxLength: 3),
  ]

  /// Seven rows in three sections and one without name.
  private func list(isSectioned: Bool) throws -> ListEngine {
    let kinds = ["b", "a", "", "b", "c", "b", "a"]
    var list = ListEngine(
      try .plain(["id", "kind"], kinds.enumerated().map { ["\($0.offset)", $0.element] }))
    if isSectioned {
      try list.update { $0.sections = SectionRule(by: "kind") }
    }
    return list
  }

  @Test("any run of visible rows, in any window, with and without sections")
  func anyRun() throws {
    for isSectioned in [false, true] {
      for range in Self.ranges {
        for own in Self.ranges {
          var list = try list(isSectioned: isSectioned)
          _ = list.setRange(range, section: nil)
          if own != nil { _ = list.setRange(own, section: isSectioned ? "b" : "") }
          try check(list)
          try list.update { $0.filters = "-id:3" }
          try check(list)
        }
      }
    }
  }

  private func check(_ list: ListEngine) throws {
    let ids = list.ids().ids
    let all = (0..<7).map(RowID.integer)
    for start in 0...8 {
      for end in start...8 {
        let page = list.snapshot(start..<end, locating: all)
        let first = min(start, ids.count)
        #expect(page.lines.map(\.id) == Array(ids[first..<min(end, ids.count)]))
        #expect(page.start == first)
        #expect(page.visible == ids.count && page.total == list.total && page.count == 7)
        #expect(page.positions.count == ids.count)
        #expect(ids.indices.allSatisfy { page.positions[ids[$0]] == $0 })
        try checkHeadings(of: page, list)
      }
    }
  }

  /// Each heading is that of the section that its lines are in, and counts what is visible of it.
  private func checkHeadings(of page: ListSnapshot, _ list: ListEngine) throws {
    let sections = list.sections.sections
    var covered = 0
    for heading in page.headings {
      let section = sections[heading.section]
      #expect(heading.name == section.name && heading.total == section.count)
      #expect(heading.count == section.visible)
      #expect(heading.start == sections[..<heading.section].reduce(0) { $0 + $1.visible })
      let lines = page.lines.enumerated().filter { $0.element.section == heading.section }
      let places = lines.map { page.start + $0.offset }
      let inside = heading.start..<heading.start + heading.count
      #expect(!places.isEmpty && places.allSatisfy(inside.contains))
      covered += lines.count
    }
    #expect(covered == page.lines.count)
  }

  @Test("rows that are not visible, or not there, have no position")
  func noPosition() throws {
    var list = try list(isSectioned: false)
    #expect(list.snapshot(0..<1).positions.isEmpty)
    _ = list.setRange(.fixed(length: 2), section: nil)
    let page = list.snapshot(0..<0, locating: [.integer(1), .integer(5), .text("x")])
    #expect(page.positions == [.integer(1): 1])
  }

  @Test("rows that are appended go on being found at their places")
  func growing() throws {
    var list = try list(isSectioned: false)
    _ = list.setRange(.flexible(length: 3, from: .end, maxLength: 3), section: nil)
    for number in 7..<12 {
      _ = try list.apply([.insert(["id": .integer(number), "kind": .text("a")])])
      let ids = (number - 2...number).map(RowID.integer)
      let page = list.snapshot(0..<9, locating: ids)
      #expect(page.lines.map(\.id) == ids && ids.map { page.positions[$0] } == [0, 1, 2])
      #expect(page.visible == 3 && page.total == number + 1)
    }
  }

  @Test("a screen follows its anchors, and the last rows are the last")
  func screens() throws {
    var list = try list(isSectioned: false)
    let before = list.snapshot(2..<5)
    _ = try list.apply([.delete(.integer(0)), .delete(.integer(3))])
    func ids(_ rows: SnapshotRequest.Rows) -> [RowID] {
      list.snapshot(SnapshotRequest(rows)).lines.map(\.id)
    }
    #expect(ids(.last(2)) == [.integer(5), .integer(6)])
    #expect(ids(.last(99)).count == 5 && ids(.last(0)).isEmpty)
    let anchors = ScrollAnchors(before)
    // Row 2 was at position 2, and is at 1 now: one row before it, and two screens from it on.
    #expect(
      ids(.screen(top: 2, height: 1, anchors: anchors)) == [1, 2, 4].map(RowID.integer))
    // Row 3 is gone; row 4 was below it.
    #expect(
      ids(.screen(top: 3, height: 1, anchors: anchors)) == [1, 2, 4].map(RowID.integer))
    #expect(
      ids(.screen(top: 2, height: 1, anchors: ScrollAnchors())) == [2, 4, 5].map(RowID.integer))
  }

  @Test("the selection: its sections, its rows, and a text that can become a row")
  func selection() throws {
    var list = try list(isSectioned: true)
    var request = SnapshotRequest(0..<9)
    request.selectedSections = true
    request.selectedRows = 1..<3
    request.creating = "kind"
    #expect(list.snapshot(request).selectedSections.isEmpty, "no row is selected")
    #expect(list.snapshot(request).creatable == nil, "nothing is searched for")
    _ = list.select(.select([3, 1, 0].map(RowID.integer)))
    try list.update { $0.search = " b " }
    let shown = list.snapshot(request)
    #expect(shown.creatable == nil && shown.selectedElsewhere == 1 && shown.selected == 3)
    #expect(shown.headings.map { shown.selection(of: $0)?.selected } == [2])
    #expect(shown.selectedRows?.ids == [.integer(1), .integer(0)])
    #expect(shown.selectedRows?.start == 1 && shown.selectedRows?.count == 3)
    try list.update { $0.search = " new one " }
    #expect(list.snapshot(request).creatable == CreatableRow(text: "new one"))
    #expect(list.snapshot(SnapshotRequest()).creatable == nil, "it was not asked for")
    try list.update { $0.search = "B" }
    #expect(list.snapshot(request).creatable == CreatableRow(text: "B", similar: "b"))
  }
}
