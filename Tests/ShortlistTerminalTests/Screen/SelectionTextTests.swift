import Shortlist
import ShortlistTerminal
import Testing

@Suite struct SelectionTextTests {
  @Test(arguments: [
    (0, 0, 0, "none picked"), (1200, 0, 0, "1,200 picked"), (3, 10, 0, "3 of at most 10 picked"),
    (3, 0, 2, "3 of at least 2 picked"), (3, 10, 2, "3 of 2–10 picked"), (1, 2, 2, "1 of 2 picked"),
  ]) func status(count: Int, maximum: Int, minimum: Int, expected: String) {
    let limits = SelectionLimits(maximum: maximum, minimum: minimum)
    #expect(SelectionText.status(count, limits: limits, dash: "–") == expected)
  }

  @Test func marksThatAreNotShown() {
    let limits = SelectionLimits(maximum: 10, minimum: 2)
    let text = SelectionText.status(3, limits: limits, dash: "-", notShown: 1200)
    #expect(text == "3 of 2-10 picked, 1,200 not shown")
  }

  @Test func refusals() async throws {
    let rules: [SelectionRule] = [.required("kind"), .maximum(2)]
    let list = try await LiveList.open(Rows.tools, selectionFilters: rules)
    func text(_ request: SelectionRequest<RowID>) async throws -> [String] {
      try await list.select(request).refusals.map(SelectionText.refusal)
    }
    #expect(try await text(.select([.integer(9)])) == ["kind is missing"])
    #expect(try await text(.all()) == ["kind is missing", "no more than 2 can be selected"])
    #expect(
      try await text(.select([.integer(50), .integer(51)])) == ["2 rows: there is no such row"])
  }

  @Test func groups() {
    let expected = [0: "0", 999: "999", 1000: "1,000", 1_655_494: "1,655,494", -1234: "-1,234"]
    for (number, text) in expected { #expect(number.grouped == text) }
  }
}
