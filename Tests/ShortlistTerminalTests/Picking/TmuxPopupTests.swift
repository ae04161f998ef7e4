import ShortlistTerminal
import Testing

@Suite struct TmuxPopupTests {
  @Test(arguments: [
    ("center", "-B -d /d -x C -y C -w 50% -h 50%"), ("70%", "-B -d /d -x C -y C -w 70% -h 70%"),
    ("80%,60%", "-B -d /d -x C -y C -w 80% -h 60%"),
    ("left,40%", "-B -d /d -x 0 -y C -w 40% -h 100%"),
    ("right", "-B -d /d -x R -y C -w 50% -h 100%"),
    ("bottom,30", "-B -d /d -x C -y 9999 -w 100% -h 30"),
    ("top,80%,40%,border-native", "-d /d -x C -y 0 -w 80% -h 40%"),
  ])
  func places(text: String, wanted: String) throws {
    let words = try TmuxPopup(text).arguments("run it", in: "/d")
    #expect(words.joined(separator: " ") == "display-popup -E \(wanted) run it")
  }

  @Test func mistakes() {
    let error = #expect(throws: SyntaxError.self) { try TmuxPopup("50%,botom") }
    #expect(error?.offset == 4 && error?.description.contains("did you mean bottom?") == true)
    #expect(throws: SyntaxError.self) { try TmuxPopup("1,2,3") }
  }
}
