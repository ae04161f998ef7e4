import Foundation
import ShortlistCore
import Testing

@Suite("Invariants")
struct InvariantsTests {
  @Test("are checked only if the environment asks for it: not in the debug builds of apps")
  func asked() {
    let isAsked = ProcessInfo.processInfo.environment["SHORTLIST_CHECKS"] != nil
    #expect(Invariants.areChecked == isAsked)
  }
}
