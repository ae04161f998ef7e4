import ShortlistCore
import ShortlistProgram
import ShortlistTerminal
import Testing

@Suite("The words of --window") struct WindowSpecTests {
  @Test(
    "mean a range",
    arguments: [
      ("fixed:50", .fixed(length: 50)),
      ("fixed:0", .fixed(length: 0)),
      ("fixed:50+10", .fixed(length: 50, offset: 10)),
      ("fixed:50,offset=10", .fixed(length: 50, offset: 10)),
      ("fixed:50+10@end", .fixed(length: 50, offset: 10, from: .end)),
      ("fixed:50@beginning", .fixed(length: 50)),
      ("fixed:50,@end,offset=3", .fixed(length: 50, offset: 3, from: .end)),
      ("flexible:50", .flexible(length: 50)),
      ("flexible:50@end,max=1000", .flexible(length: 50, from: .end, maxLength: 1000)),
      (
        "flexible:5+2@end,min=1,max=9,grow=both",
        .flexible(
          length: 5, offset: 2, from: .end, growOptions: .both, minLength: 1, maxLength: 9)
      ),
      ("flexible:5,grow=pinSide", .flexible(length: 5)),
      ("flexible:5,grow=nonPinSide", .flexible(length: 5, growOptions: .nonPinSide)),
      ("flexible:5,grow=inRangeOnly", .flexible(length: 5, growOptions: .inRangeOnly)),
      ("flexible:5,min=7,max=7", .flexible(length: 5, minLength: 7, maxLength: 7)),
    ] as [(String, RangeOptions)])
  func ranges(text: String, range: RangeOptions) throws {
    #expect(try WindowSpec(text).range == range)
  }

  @Test(
    "that mean nothing are refused, with the part and what was expected",
    arguments: [
      ("", "kind: fixed or flexible expected, not \"\""),
      ("50x", "length: a whole number expected, not \"50x\""),
      ("Fixed:50", "kind: fixed or flexible expected, not \"Fixed\""),
      ("fixed", "length: :length expected after fixed, as in fixed:50"),
      ("flexible@end", "kind: fixed or flexible expected, not \"flexible@end\""),
      ("fixed:", "length: a whole number expected, not \"\""),
      ("fixed:x", "length: a whole number expected, not \"x\""),
      ("fixed:-5", "length: a whole number expected, not \"-5\""),
      ("fixed:5.0", "length: a whole number expected, not \"5.0\""),
      ("fixed:٥", "length: a whole number expected, not \"٥\""),
      (
        "fixed:99999999999999999999",
        "length: a whole number expected, not \"99999999999999999999\""
      ),
      ("fixed:5+", "offset: a whole number expected, not \"\""),
      ("fixed:5++1", "offset: a whole number expected, not \"+1\""),
      ("fixed:5,offset=x", "offset: a whole number expected, not \"x\""),
      ("fixed:5+1,offset=1", "offset: said twice"),
      ("fixed:5@top", "end: @beginning or @end expected, not \"@top\""),
      ("fixed:5,@", "end: @beginning or @end expected, not \"@\""),
      ("fixed:5@end,@end", "@end: an end is said twice"),
      ("fixed:5,", "after the length: offset=, @beginning or @end expected, not \"\""),
      ("fixed:5,max=9", "max: a fixed window has none, only a flexible one"),
      ("fixed:5,grow=both", "grow: a fixed window has none, only a flexible one"),
      (
        "flexible:5,size=9",
        "after the length: offset=, min=, max=, grow=, @beginning or @end expected, "
          + "not \"size=9\""
      ),
      (
        "flexible:5,max",
        "after the length: offset=, min=, max=, grow=, @beginning or @end expected, not \"max\""
      ),
      ("flexible:5,min=", "min: a whole number expected, not \"\""),
      ("flexible:5,max=1,max=2", "max: said twice"),
      ("flexible:5,min=3,max=2", "max: no less than min expected, but 2 < 3"),
      (
        "flexible:5,grow=up",
        "grow: pinSide, nonPinSide, both or inRangeOnly expected, not \"up\""
      ),
      ("flexible:5,grow=both,grow=both", "grow: said twice"),
    ])
  func problems(text: String, description: String) {
    let problem = #expect(throws: SyntaxError.self) { try WindowSpec(text) }
    #expect(problem?.description == description)
  }
}
