import ShortlistTerminal
import Testing

@Suite struct SearchFieldTests {
  /// The text with a bar where the cursor is.
  private func shown(_ field: SearchField) -> String {
    field.text[..<field.position] + "|" + field.text[field.position...]
  }

  @Test func editing() {
    var field = SearchField("one two  three")
    let steps: [(SearchField.Edit, String)] = [
      (.right, "one two  three|"), (.left, "one two  thre|e"), (.wordLeft, "one two  |three"),
      (.wordLeft, "one |two  three"), (.deleteForward, "one |wo  three"),
      (.wordRight, "one wo|  three"), (.deleteBackward, "one w|  three"),
      (.deleteWordBackward, "one |  three"), (.deleteWordBackward, "|  three"),
      (.deleteWordBackward, "|  three"), (.left, "|  three"), (.wordRight, "  three|"),
      (.start, "|  three"), (.right, " | three"), (.deleteToEnd, " |"), (.end, " |"),
      (.deleteForward, " |"), (.clear, "|"), (.deleteBackward, "|"), (.wordLeft, "|"),
    ]
    for (edit, expected) in steps {
      field.edit(edit)
      #expect(shown(field) == expected)
    }
  }

  @Test func partsOfWords() {
    var field = SearchField("src/HTTPServer.parseURL2_äÖü")
    let steps: [(SearchField.Edit, String)] = [
      (.subwordLeft, "src/HTTPServer.parseURL2_ä|Öü"),
      (.subwordLeft, "src/HTTPServer.parseURL2_|äÖü"),
      (.subwordLeft, "src/HTTPServer.parse|URL2_äÖü"),
      (.deleteSubwordBackward, "src/HTTPServer.|URL2_äÖü"),
      (.deleteSubwordForward, "src/HTTPServer.|_äÖü"), (.subwordRight, "src/HTTPServer._ä|Öü"),
      (.start, "|src/HTTPServer._äÖü"), (.subwordRight, "src|/HTTPServer._äÖü"),
      (.subwordRight, "src/HTTPServer|._äÖü"), (.yank, "src/HTTPServerURL2|._äÖü"),
      (.end, "src/HTTPServerURL2._äÖü|"), (.subwordRight, "src/HTTPServerURL2._äÖü|"),
    ]
    for (edit, expected) in steps {
      field.edit(edit)
      #expect(shown(field) == expected)
    }
  }

  @Test func graphemesAreOneStep() {
    var field = SearchField()
    for scalar in "e\u{301}👩‍🚀🇩🇪".unicodeScalars { field.insert(String(Character(scalar))) }
    #expect(field.text.count == 3)
    for count in [2, 1, 0] {
      field.edit(.deleteBackward)
      #expect(field.text.count == count)
    }
  }

  @Test func pastedControlsAreLeftOut() {
    var field = SearchField("ad")
    field.edit(.left)
    field.insert("b\u{1B}\tc\r\n")
    #expect(shown(field) == "ab c  |d")
    field.insert(String(repeating: "x", count: 10_000))
    #expect(field.text.unicodeScalars.count == 4096)
  }

  /// Joining a mark to what is already there keeps the cursor between graphemes.
  @Test func marksJoin() {
    var field = SearchField("ab")
    field.edit(.left)
    field.insert("\u{301}")
    #expect(field.text == "a\u{301}b")
    field.insert("c")
    #expect(field.text == "a\u{301}cb")
  }
}
