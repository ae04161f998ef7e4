import ShortlistTestSupport
import ShortlistTerminal
import Testing

@Suite struct FrameDiffTests {
  private static let texts = ["a", "b", " ", "é", "日", "👍🏽", "🇩🇪", "e\u{301}", "❤\u{FE0F}", "█"]
  private static let styles: [Style] = [
    .plain, Style(.red), Style(.red, .bold), Style(nil, .reverse),
    Style(.green, [.dim, .underline]), Style(.palette(12), on: .palette(3)),
    Style(.palette(200), on: .palette(9)),
    Style(nil, [.italic, .strikethrough], on: .rgb(1, 2, 3)),
    Style(.rgb(250, 0, 7)),
  ]

  private func change(_ frame: inout Frame, using random: inout SeededRandom) {
    let size = frame.size
    for _ in 0..<Int.random(in: 0..<8, using: &random) where size.columns > 0 && size.rows > 0 {
      let style = Self.styles.randomElement(using: &random) ?? .plain
      let row = Int.random(in: 0..<size.rows, using: &random)
      var column = Int.random(in: 0..<size.columns, using: &random)
      for _ in 0..<Int.random(in: 1..<12, using: &random) {
        let text = Self.texts.randomElement(using: &random) ?? "a"
        let width = Character(text).displayWidth
        column = frame.put(text, width: width, style, column: column, row: row)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        for place in 0..<size.columns {
          frame.put(" ", width: 1, .plain, column: place, row: row)
        }
      }
    }
    frame.cursor = nil
    if Bool.random(using: &random) && size.columns > 0 && size.rows > 0 {
      frame.cursor = Frame.Place(
        column: Int.random(in: 0..<size.columns, using: &random),
        row: Int.random(in: 0..<size.rows, using: &random))
    }
  }

  /// What a terminal shows that takes graphemes of several scalars for narrow.
  private func narrowed(_ cells: [Cell]) -> [Cell] {
    var cells = cells
    for index in cells.indices where cells[index].text.unicodeScalars.count > 1 {
      if cells[index].width > 1 {
        cells[index + 1] = Cell(text: " ", width: 1, style: cells[index].style)
      }
      cells[index].width = 1
    }
    return cells
  }

  @Test(arguments: [FrameDiff.Placement.screen, .inline], [false, true])
  func randomFrames(placement: FrameDiff.Placement, isClumsy: Bool) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for _ in 0..<150 {
      let size = Size(
        columns: Int.random(in: 1..<40, using: &random),
        rows: Int.random(in: 1..<6, using: &random))
      var model = TerminalModel(size: size, isClumsy: isClumsy)
      var diff = FrameDiff(placement)
      var frame = Frame(size: size)
      for step in 0..<12 {
        change(&frame, using: &random)
        if Int.random(in: 0..<10, using: &random) == 0 { diff.invalidate() }
        model.take(diff.draw(frame))
        let shown = model.cells.flatMap { $0 }
        let expected = isClumsy ? narrowed(frame.cells) : frame.cells
        #expect(shown == expected, "seed \(seed), step \(step), \(size)")
        #expect(model.isCursorVisible == (frame.cursor != nil))
        if let cursor = frame.cursor {
          #expect(Frame.Place(column: model.column, row: model.row) == cursor)
        }
        if shown != expected { return }
      }
    }
  }

  @Test func sameFrameSendsNothing() {
    var diff = FrameDiff(.screen)
    var frame = Frame(size: Size(columns: 20, rows: 3))
    frame.write("hello", column: 0, row: 1)
    #expect(!diff.draw(frame).isEmpty)
    #expect(diff.draw(frame).isEmpty)
  }

  @Test func littleIsSent() {
    var diff = FrameDiff(.screen)
    var frame = Frame(size: Size(columns: 80, rows: 24))
    for row in 0..<24 { frame.write("row \(row) of many rows", column: 0, row: row) }
    let whole = diff.draw(frame).count
    frame.write("7", column: 4, row: 5)
    #expect(String(decoding: diff.draw(frame), as: UTF8.self) == "\u{1B}[6;5H7")
    frame.write("x", column: 0, row: 5)
    frame.write("y", column: 2, row: 5)
    #expect(String(decoding: diff.draw(frame), as: UTF8.self) == "\rxoy")
    #expect(whole < 24 * 24)
  }

  @Test func eraseLeavesNothing() {
    var model = TerminalModel(size: Size(columns: 20, rows: 5))
    var diff = FrameDiff(.inline)
    var frame = Frame(size: Size(columns: 20, rows: 3))
    frame.write("hello", Style(.red), column: 3, row: 2)
    frame.cursor = Frame.Place(column: 1, row: 1)
    model.take(diff.draw(frame))
    model.take(diff.erase(columns: 20))
    #expect(model.cells.allSatisfy { $0.allSatisfy { $0 == .blank } })
    #expect(model.row == 0 && model.column == 0 && model.isCursorVisible)
  }

  @Test func tinyFrames() {
    for columns in 0..<3 {
      for rows in 0..<3 {
        var diff = FrameDiff(.screen)
        var frame = Frame(size: Size(columns: columns, rows: rows))
        frame.write("日本", column: 0, row: 0)
        frame.write("abc", column: 0, row: 1)
        _ = diff.draw(frame)
      }
    }
  }
}
