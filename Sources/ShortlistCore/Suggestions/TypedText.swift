/// A typed text without white space at its ends.
struct TypedText {
  /// The trimmed text as UTF-8, not folded.
  let shown: [UInt8]
  /// The folded text as UTF-8, trimmed again because folding can turn a character into white space.
  let folded: [UInt8]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    shown = Array(bytes[Folding.trimmed(bytes.span)])
    let folded = Folding.fold(String(decoding: shown, as: UTF8.self))
    self.folded = Array(folded[Folding.trimmed(folded.span)])
  }

  /// Whether the trimmed text is empty.
  var isEmpty: Bool { shown.isEmpty }
}
