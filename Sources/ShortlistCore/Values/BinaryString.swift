/// A text that equals another only if its code points are the same.
///
/// Swift's texts are equal when they are canonically equivalent; ids and the names of sections are
/// not.
struct BinaryString: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: Self, b: Self) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
