import Testing

@testable import ShortlistCore

@Suite("How much longer texts get by being folded")
struct FoldingGrowthTests {
  @Test("no scalar grows more than is said")
  func growth() {
    var most = 0
    for number in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(number) else { continue }
      let text = String(scalar)
      most = max(most, (Folding.fold(text).count + text.utf8.count - 1) / text.utf8.count)
    }
    #expect(most <= Folding.maxGrowth)
    #expect(most == 11)
  }
}
