import ShortlistTestSupport
import Testing

@testable import ShortlistCore

@Suite("The case of letters in a search with signs")
struct CaseTests {
  private static let texts = ["README", "readme", "Read me", "the README", "", "É", "rEADme"]

  private func found(
    _ search: String, _ rule: CaseRule, isLiteral: Bool = false, in texts: [String] = Self.texts
  ) throws -> [String] {
    var list = ListEngine(try .typed(texts.map { [("t", .text, $0)] }))
    try list.update { query in
      (query.match, query.search, query.caseRule) = (.auto, search, rule)
      (query.ranks, query.isLiteral) = (false, isLiteral)
    }
    return list.visibleIDs.compactMap { id in
      if case .integer(let number) = id { texts[number - 1] } else { nil }
    }
  }

  @Test(
    "counts as the rule says",
    arguments: [
      ("readme", CaseRule.smart, ["README", "readme", "Read me", "the README", "rEADme"]),
      ("README", .smart, ["README", "the README"]),
      ("README", .ignored, ["README", "readme", "Read me", "the README", "rEADme"]),
      ("readme", .exact, ["readme"]),
      ("RM", .smart, ["README", "the README"]),
      ("Rm", .smart, ["Read me"]),
      ("^README", .smart, ["README"]),
      ("README$", .smart, ["README", "the README"]),
      ("'EAD", .smart, ["README", "the README", "rEADme"]),
      ("!README", .smart, ["readme", "Read me", "", "É", "rEADme"]),
      ("the README", .smart, ["the README"]),
      ("README | Read", .smart, ["README", "Read me", "the README"]),
      ("é", .smart, ["README", "readme", "Read me", "the README", "É", "rEADme"]),
      ("É", .exact, ["É"]), ("é", .exact, []),
    ] as [(String, CaseRule, [String])])
  func rule(search: String, rule: CaseRule, expected: [String]) throws {
    #expect(try found(search, rule) == expected)
  }

  @Test(
    "does not count with accents that do",
    arguments: [
      ("cafe", CaseRule.ignored, ["cafe", "CAFE noir", "cabaret fee"]),
      ("café", .ignored, ["café", "CAFÉ"]), ("é", .ignored, ["café", "CAFÉ", "é"]),
      ("e", .ignored, ["cafe", "CAFE noir", "cabaret fee"]),
      ("!é", .ignored, ["cafe", "CAFE noir", "cabaret fee"]),
      ("'cafe", .ignored, ["cafe", "CAFE noir"]), ("fé$", .ignored, ["café", "CAFÉ"]),
      ("É", .smart, ["CAFÉ"]), ("é", .exact, ["café", "é"]), ("cÉ", .ignored, ["café", "CAFÉ"]),
    ] as [(String, CaseRule, [String])])
  func accents(search: String, rule: CaseRule, expected: [String]) throws {
    let texts = ["cafe", "café", "CAFÉ", "CAFE noir", "é", "cabaret fee"]
    #expect(try found(search, rule, isLiteral: true, in: texts) == expected)
  }

  @Test("is kept apart from the results of searches without it, as they are typed")
  func narrowing() throws {
    var list = ListEngine(try .typed(Self.texts.map { [("t", .text, $0)] }))
    for (search, count) in [("R", 3), ("Re", 1), ("r", 5), ("rE", 1), ("re", 5), ("R", 3)] {
      try list.update { query in
        (query.match, query.search, query.caseRule) = (.auto, search, .smart)
      }
      #expect(list.visibleIDs.count == count, "\(search)")
    }
  }
}
