import ShortlistProgram
import Testing

@Suite("The words of --rule") struct RuleSpecTests {
  @Test(
    "have a filter and a reason",
    arguments: [
      ("stock:1.. :: it is sold out", "stock:1..", "it is sold out"),
      ("a:1::b", "a:1", "b"),
      (" name:\"x :: y\" :: no:w ", "name:\"x :: y\"", "no:w"),
      ("é:1 :: ü", "é:1", "ü"),
      ("a:1 ::: b", "a:1 :", "b"),
    ])
  func parts(text: String, filter: String, reason: String) throws {
    let rule = try RuleSpec(text)
    #expect(rule.filter == filter && rule.reason == reason)
  }

  @Test(
    "are refused where one is missing",
    arguments: [
      ("", "a filter, two colons and a reason expected, not \"\""),
      ("stock:1..", "a filter, two colons and a reason expected, not \"stock:1..\""),
      ("a : : b", "a filter, two colons and a reason expected, not \"a : : b\""),
      ("::", "a filter expected before the two colons"),
      (" :: why", "a filter expected before the two colons"),
      ("stock:1.. :: ", "a reason expected after the two colons"),
    ])
  func refusals(text: String, problem: String) {
    #expect {
      try RuleSpec(text)
    } throws: {
      "\($0)" == problem
    }
  }
}
