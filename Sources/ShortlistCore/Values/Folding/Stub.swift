public enum Folding {
  static func fold(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    for i in 0..<bytes.count { let b = bytes[i]; output.append(b &- 65 < 26 ? b | 32 : b) }
  }
  static func fold(_ text: String) -> [UInt8] {
    var o: [UInt8] = []; fold(Array(text.utf8).span, into: &o); return o
  }
  static func isFolded(_ bytes: Span<UInt8>) -> Bool { false }
  static func endsInsideWord(_ bytes: Span<UInt8>, at offset: Int) -> Bool { false }
  static func trimmed(_ bytes: Span<UInt8>) -> Range<Int> { 0..<bytes.count }
  static func words(of bytes: Span<UInt8>) -> [Range<Int>] { [] }
}
struct FoldedText {
  var bytes: [UInt8]
  init(_ text: String) { bytes = Folding.fold(text) }
  func shownRange(of r: Range<Int>) -> Range<Int> { r }
  func highlight(of r: Range<Int>) -> Range<Int> { r }
}
extension Folding { static func isWordCharacter(_ s: UInt32) -> Bool { true } }
