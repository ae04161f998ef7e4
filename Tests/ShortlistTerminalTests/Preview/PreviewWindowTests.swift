import ShortlistTerminal
import Testing

@Suite struct PreviewWindowTests {
  private let area = Area(columns: 0..<80, rows: 1..<23)

  @Test(arguments: [
    ("", 40..<80, 1..<23), ("right,30", 50..<80, 1..<23), ("left:25%", 0..<20, 1..<23),
    ("down,5", 0..<80, 18..<23), ("up,50%,wrap", 0..<80, 1..<12), ("99%", 21..<80, 1..<23),
    ("down,100", 0..<80, 5..<23), ("bottom,1", 0..<80, 21..<23),
    ("right,down,top,4", 0..<80, 1..<5),
  ]) func places(text: String, columns: Range<Int>, rows: Range<Int>) throws {
    let parts = try #require(try PreviewWindow(text).divide(area, ScreenBox()))
    #expect(parts.preview == Area(columns: columns, rows: rows))
    let cells = parts.list.columns.count * parts.list.rows.count
    let edge = rows.count == 22 ? 22 : 80
    #expect(cells + columns.count * rows.count + edge == 80 * 22)
  }

  @Test(arguments: [
    ("border-line", 39..<80, 40..<80, 1..<23, 0), ("30,border-line", 49..<80, 50..<80, 1..<23, 0),
    ("rounded", 40..<80, 42..<78, 2..<22, 0), ("30,border-sharp", 46..<80, 48..<78, 2..<22, 0),
    ("left,25%,border-double", 0..<20, 2..<18, 2..<22, 0),
    ("left,20,border-left", 0..<22, 2..<22, 1..<23, 1),
    ("border-left,30", 48..<80, 50..<80, 1..<23, 0),
    ("border-right,30", 48..<80, 48..<78, 1..<23, 1),
    ("border-horizontal", 40..<80, 40..<80, 2..<22, 1), ("noborder", 40..<80, 40..<80, 1..<23, 1),
    ("99%,border", 20..<80, 22..<78, 2..<22, 0),
  ])
  func borders(text: String, columns: Range<Int>, inside: Range<Int>, rows: Range<Int>, gap: Int)
    throws
  {
    let window = try PreviewWindow(text)
    var box = ScreenBox()
    box.border = try #require(window.border)
    box = window.placed(box)
    let parts = try #require(window.divide(area, box))
    #expect(parts.preview.columns == columns)
    #expect(box.contentOfPart(parts.preview) == Area(columns: inside, rows: rows))
    // A column is empty where no line is beside the list.
    #expect(parts.list.columns.count == 80 - columns.count - gap)
  }

  @Test func tooSmall() throws {
    func divide(_ text: String, _ columns: Int, _ rows: Range<Int>) throws -> Area? {
      let window = try PreviewWindow(text)
      var box = ScreenBox()
      box.border = window.border ?? .none
      return window.divide(Area(columns: 0..<columns, rows: rows), box)?.preview
    }
    #expect(try divide("", 20, 1..<23) == nil)
    #expect(try divide("down", 20, 1..<23) == nil)
    #expect(try divide("down", 80, 1..<6) == nil)
    #expect(try divide("down,border", 80, 1..<7) == nil)
    #expect(try divide("down,border", 80, 1..<8)?.rows == 4..<8)
    #expect(try divide("border", 33, 1..<23) == nil)
    #expect(try divide("border", 34, 1..<23)?.columns == 20..<34)
    #expect(try divide("border", 80, 1..<4) == nil)
  }

  @Test(arguments: [
    "middle", "0", "100%", "-3", "right,1x", "~x", "border-shrap", "border-",
  ]) func wrong(text: String) {
    #expect(throws: SyntaxError.self) { try PreviewWindow(text) }
  }

  @Test func flags() throws {
    let window = try PreviewWindow("hidden,wrap")
    #expect(window.isHidden && window.wraps)
    #expect(try PreviewWindow("hidden,nohidden,wrap,nowrap") == PreviewWindow())
  }
}
