/// A string that compares by code points.
///
/// Swift strings are equal if they are canonically equivalent; ids and section names are not.
struct BinaryString: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (a: Self, b: Self) -> Bool {
    if a.text.utf8.count != b.text.utf8.count { return false }
    var (first, second) = (a.text, b.text)
    return first.withUTF8 { first in
      second.withUTF8 { second in unsafe first.span.isSame(as: second.span) }
    }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
