import Shortlist
import ShortlistTerminal
import Testing

@Suite struct PanelLayoutTests {
  private func layout(_ columns: Int, _ rows: Int, _ open: Set<Panel>) -> PanelLayout {
    PanelLayout(
      Area(columns: 0..<columns, rows: 1..<(1 + rows)), open: open, last: .range, isUsed: true)
  }

  @Test func places() {
    let beside = layout(120, 30, [.facets, .range])
    #expect(beside.list.columns == 0..<71 && beside.list.rows == 1..<31)
    #expect(beside.panels[.facets] == Area(columns: 72..<120, rows: 1..<21))
    #expect(beside.panels[.range] == Area(columns: 72..<120, rows: 21..<31))
    let below = layout(80, 22, [.facets, .range])
    #expect(below.list.columns == 0..<80 && below.list.rows == 1..<12)
    #expect(below.panels[.facets] == Area(columns: 0..<39, rows: 12..<23))
    #expect(below.panels[.range] == Area(columns: 40..<80, rows: 12..<23))
    #expect(layout(40, 22, [.facets, .range]).panels.keys.map(\.self) == [.range])
    #expect(layout(40, 22, [.facets]).panels.keys.map(\.self) == [.facets])
    #expect(layout(80, 5, [.facets]).coversList)
    #expect(layout(80, 3, [.facets]).panels.isEmpty)
    #expect(layout(20, 30, [.facets]).panels.isEmpty)
    #expect(layout(80, 30, []).panels.isEmpty)
  }

  /// Nothing is shared, and everything is within what there is.
  @Test func anySize() {
    for columns in stride(from: 0, through: 140, by: 3) {
      for rows in 0..<40 {
        for open: Set<Panel> in [[], [.facets], [.range], [.facets, .range]] {
          let layout = layout(columns, rows, open)
          var areas = Array(layout.panels.values)
          if !layout.coversList { areas.append(layout.list) }
          for (index, area) in areas.enumerated() {
            #expect(area.columns.upperBound <= columns && area.rows.lowerBound >= 1)
            #expect(area.rows.upperBound <= 1 + rows)
            for other in areas[..<index] {
              #expect(!area.columns.overlaps(other.columns) || !area.rows.overlaps(other.rows))
            }
          }
          for area in layout.panels.values {
            #expect(area.columns.count >= 23 && area.rows.count >= 4)
          }
          #expect(Set(layout.panels.keys).isSubset(of: open))
        }
      }
    }
  }
}

@Suite struct FilterChipsTests {
  private func chips() throws -> FilterChips {
    var groups = FilterGroups()
    try groups.choose(.included, of: .text("games"), "section")
    try groups.choose(.excluded, of: .text("日本\u{1B}[2J"), "section")
    try groups.add([.inRange("size", .integer(10), .integer(200))], to: "size")
    try groups.add([.inRange("price", .number(0.5), nil)], to: "price")
    try groups.add([.isNull("x")], to: "price")
    return FilterChips(groups)
  }

  @Test func texts() throws {
    #expect(
      try chips().chips.map(\.text) == [
        "section: games", "not section: 日本\u{1B}[2J", "size 10..200", "price 0.5..", #""x":null"#,
      ])
  }

  /// Chips that are drawn fit, do not touch, and the one that is wanted is among them.
  @Test func places() throws {
    let chips = try chips()
    for width in 3..<100 {
      for wanted in chips.chips.indices {
        for isASCII in [false, true] {
          let places = chips.places(within: 0..<width, showing: wanted, isASCII: isASCII)
          #expect(places.contains { $0.chip == wanted })
          #expect(places.allSatisfy { $0.columns.upperBound <= width })
          #expect(places.allSatisfy { $0.glyphs.allSatisfy { $0.text != "\u{1B}" } })
          for (a, b) in zip(places, places.dropFirst()) {
            #expect(a.columns.upperBound + 2 == b.columns.lowerBound && a.chip + 1 == b.chip)
          }
        }
      }
    }
    #expect(chips.places(within: 0..<1, showing: 0, isASCII: false).isEmpty)
  }
}
