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
    let parts = try #require(try PreviewWindow(text).divide(area))
    #expect(parts.preview == Area(columns: columns, rows: rows))
    let cells = parts.list.columns.count * parts.list.rows.count
    let edge = rows.count == 22 ? 22 : 80
    #expect(cells + columns.count * rows.count + edge == 80 * 22)
  }

  @Test func tooSmall() throws {
    #expect(PreviewWindow().divide(Area(columns: 0..<20, rows: 1..<23)) == nil)
    #expect(try PreviewWindow("down").divide(Area(columns: 0..<20, rows: 1..<23)) == nil)
    #expect(try PreviewWindow("down").divide(Area(columns: 0..<80, rows: 1..<6)) == nil)
  }

  @Test(arguments: ["middle", "0", "100%", "-3", "right,1x", "~x"]) func wrong(text: String) {
    #expect(throws: SyntaxError.self) { try PreviewWindow(text) }
  }

  @Test func flags() throws {
    let window = try PreviewWindow("hidden,wrap")
    #expect(window.isHidden && window.wraps)
    #expect(try PreviewWindow("hidden,nohidden,wrap,nowrap") == PreviewWindow())
  }
}
