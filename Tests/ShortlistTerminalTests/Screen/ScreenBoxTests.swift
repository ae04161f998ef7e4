import Shortlist
import ShortlistTerminal
import Testing

@Suite struct ScreenBoxTests {
  private func box(
    _ border: String = "none", margin: String = "0", padding: String = "0"
  ) throws -> ScreenBox {
    var box = ScreenBox()
    box.border = try BorderStyle(border)
    box.margin = try ScreenBox.Insets(margin)
    box.padding = try ScreenBox.Insets(padding)
    return box
  }

  @Test(arguments: [
    ("none", "0", "0", 0..<80, 0..<24), ("rounded", "0", "0", 2..<78, 1..<23),
    ("horizontal", "0", "0", 0..<80, 1..<23), ("vertical", "0", "0", 2..<78, 0..<24),
    ("up", "0", "0", 0..<80, 1..<24), ("bottom", "0", "0", 0..<80, 0..<23),
    ("left", "0", "0", 2..<80, 0..<24), ("right", "0", "0", 0..<78, 0..<24),
    ("line", "0", "0", 0..<80, 1..<24), ("none", "1", "0", 1..<79, 1..<23),
    ("none", "25%,10%", "0", 8..<72, 6..<18), ("none", "1,2,3", "0", 2..<78, 1..<21),
    ("none", "1,2,3,4", "0", 4..<78, 1..<21), ("sharp", "1", "1,2", 5..<75, 3..<21),
    // The border goes first, then the padding, then the margin.
    ("sharp", "10", "0", 10..<70, 10..<14), ("sharp", "0", "10", 10..<70, 10..<14),
    ("sharp", "5", "9", 5..<75, 5..<19), ("sharp", "11", "9", 0..<80, 0..<24),
  ])
  func areas(border: String, margin: String, padding: String, columns: Range<Int>, rows: Range<Int>)
    throws
  {
    let area = try box(border, margin: margin, padding: padding)
      .content(of: Size(columns: 80, rows: 24))
    #expect(area == Area(columns: columns, rows: rows))
  }

  @Test func aSmallScreenHasNoBorder() throws {
    for size in [Size(columns: 20, rows: 6), Size(columns: 5, rows: 2), Size(columns: 0, rows: 0)] {
      #expect(try box("double", margin: "1", padding: "1").content(of: size).size == size)
    }
  }

  @Test(arguments: [
    ("1,2,x", 4), ("", 0), ("101%", 0), ("1,2,3,4,5", 8), ("1,-2", 2),
  ])
  func wrongInsets(text: String, offset: Int) {
    let error = #expect(throws: SyntaxError.self) { try ScreenBox.Insets(text) }
    #expect(error?.offset == offset)
  }

  @Test func wrongWords() {
    #expect("\(#expect(throws: SyntaxError.self) { try BorderStyle("shrap") }!)".contains("sharp"))
    #expect("\(#expect(throws: SyntaxError.self) { try InfoStyle("inlien") }!)".contains("inline"))
    #expect(throws: SyntaxError.self) { try InfoStyle("right:x") }
    #expect(throws: SyntaxError.self) { try ScreenBox.LabelPlace("x:bottom") }
  }

  private func screen(
    _ size: Size = Size(columns: 40, rows: 12),
    _ change: (inout PickOptions) throws -> Void
  ) async throws -> ScreenHarness {
    var options = PickOptions()
    try change(&options)
    return try await ScreenHarness(size: size, options: options)
  }

  @Test func pictures() async throws {
    let styles = [
      ("rounded", "2,3", "1", "in the middle", "center"), ("double", "0", "0", "left", "3"),
      ("horizontal", "0", "0", "\u{1B}[31mred\u{1B}[m", "-2:bottom"),
      ("thinblock", "0", "0", "", ""),
    ]
    for (border, margin, padding, label, place) in styles {
      var screen = try await screen(Size(columns: 50, rows: 18)) { options in
        options.box = try box(border, margin: margin, padding: padding)
        options.box.label = label
        options.box.labelPlace = try ScreenBox.LabelPlace(place)
      }
      screen.type("li")
      await screen.carryOut()
      try expectGolden(screen.picture, "box-\(border)")
      screen.take(.resized(Size(columns: 20, rows: 6)))
      #expect(!screen.picture.contains(label) || label.isEmpty)
      #expect(screen.picture.contains("> li") && screen.picture.contains("3/9"))
    }
  }

  @Test func bottomUpInASCII() async throws {
    let screen = try await screen { options in
      options.box = try box("rounded")
      options.info = try InfoStyle("default")
      options.layout = .default
      options.isASCII = true
    }
    try expectGolden(screen.picture, "box-default-ascii")
  }

  @Test(arguments: ["default", "right", "hidden", "inline", "inline:* ", "inline-right:n="])
  func infos(text: String) async throws {
    var screen = try await screen { $0.info = try InfoStyle(text) }
    screen.type("li")
    await screen.carryOut()
    let name = text.split(separator: ":")[0] + (text.contains(":") ? "-prefix" : "")
    try expectGolden(screen.picture, "info-\(name)")
    screen.take(.resized(Size(columns: 20, rows: 6)))
    #expect(screen.picture.contains("3/9") == (text != "hidden"))
  }

  @Test func theMouseIsShifted() async throws {
    var screen = try await screen { $0.box = try box("sharp", margin: "1,3") }
    func press(_ column: Int, _ row: Int) {
      screen.take(
        .input(.mouse(MouseEvent(.press, column: column, row: row))))
    }
    press(9, 6)
    #expect(screen.state.viewport.cursor == 2)
    press(6, 5)
    await screen.carryOut()
    #expect(screen.state.page?.selected == 1)
    // Neither the border nor the margin is a row.
    for (column, row) in [(0, 4), (4, 4), (9, 0), (9, 11), (39, 4)] { press(column, row) }
    await screen.carryOut()
    #expect(screen.state.viewport.cursor == 1 && screen.state.page?.selected == 1)
  }
}
