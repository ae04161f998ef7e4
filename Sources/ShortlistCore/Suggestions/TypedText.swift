/// What was typed, without white space at its ends.
struct TypedText {
  /// The text as it was typed.
  let shown: [UInt8]
  /// The text folded, without white space that a sign became by that.
  let folded: [UInt8]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    shown = Array(bytes[Folding.trimmed(bytes.span)])
    let folded = Folding.fold(String(decoding: shown, as: UTF8.self))
    self.folded = Array(folded[Folding.trimmed(folded.span)])
  }

  /// Whether nothing is left of it.
  var isEmpty: Bool { shown.isEmpty }
}
