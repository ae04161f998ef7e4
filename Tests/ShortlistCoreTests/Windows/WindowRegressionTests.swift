import Testing

@testable import ShortlistCore

/// What another implementation of such ranges is known to get wrong, with one window.
@Suite("Known mistakes of windows")
struct WindowRegressionTests {
  @Test("a change between the pin and a fixed window shifts what it shows, at both its ends")
  func fixedWithOffset() {
    var window = WindowStory(.fixed(length: 3, offset: 2), "ab[cde]f")
    window.commit("xa[bcd]ef", "-4 +2")
    window.commit("ab[cde]f", "-2 +4")
    window.commit("ba'[cde]f", "")
    window.commit("f'b[acd]e", "-4 +2")
    var fromEnd = WindowStory(.fixed(length: 2, offset: 1, from: .end), "ab[cd]e")
    fromEnd.commit("abc[de]x", "-2 +4")
    fromEnd.commit("ab[cd]e", "-4 +2")
  }

  @Test("a row that goes to or comes from another section lets others slide in or out")
  func rowsOfOtherSections() {
    var fixed = WindowStory(.fixed(length: 2), "[ab]cd")
    fixed.commit("[bc]d", "-0 +1")
    fixed.commit("[yb]cd", "-1 +0")
    var shortest = WindowStory(.flexible(length: 2, minLength: 2), "[ab]cd")
    shortest.commit("[bc]d", "-0 +1")
    shortest.commit("[ybc]d", "+0")
    var longest = WindowStory(.flexible(length: 2, maxLength: 2), "[ab]cd")
    longest.commit("[ya]bcd", "-1 +0")
  }

  /// Shows YapDatabase 45, YapDatabase 46, YapDatabase 47.
  @Test("rows that a minimum takes in on the pin side are where they are in the section")
  func minimumOnThePinSide() {
    var window = WindowStory(.flexible(length: 3, offset: 2, minLength: 3), "ab[cde]f")
    window.commit("[abe]f", "-2 -3 +0 +1")
    window.commit("[xabe]f", "+0")
    var farther = WindowStory(.flexible(length: 2, offset: 4, minLength: 2), "abcd[ef]")
    farther.commit("abc[df]", "-4 +3")
    farther.commit("xabc[df]", "")
  }

  @Test("an offset beyond the section is its count, and what comes there is shown")
  func offsetBeyondTheSection() {
    var window = WindowStory(.flexible(length: 3, offset: 5), "ab[]")
    #expect(window.options?.offset == 2)
    window.commit("ab[x]", "+2")
    window.commit("yab[x]", "")
    window.commit("yab[xz]", "+4")
    _ = WindowStory(.flexible(length: 3, offset: 5, minLength: 2), "[ab]")
    _ = WindowStory(.flexible(length: 3, offset: 5, from: .end, minLength: 1), "[a]b")
  }

  /// Shows YapDatabase 26.
  @Test(
    "options of a window with few rows, read back and set again, want as many as before",
    arguments: [RangeOptions.fixed(length: 4), .flexible(length: 4)])
  func requestedLength(options: RangeOptions) {
    var window = WindowStory(options, "[ab]")
    #expect(window.options?.length == 2)
    #expect(window.options?.maxLength == options.maxLength)
    window.set(window.options, "[ab]", "")
    #expect(window.options?.length == 2)
    window.commit("[abcd]ef", "+2 +3")
  }

  @Test("options that ask for the same range place equal windows")
  func equalWindows() {
    let options = RangeOptions.fixed(length: 4, offset: 3)
    let current = Window(placing: options, over: 5).currentOptions(over: 5)
    #expect(current?.length == 2 && current?.offset == 3 && current?.maxLength == 4)
    #expect(current != options && current?.requested == options)
    #expect(Window(placing: current, over: 9) == Window(placing: options, over: 9))
  }

  @Test("a copy with another length wants that length from then on")
  func copyWithAnotherLength() {
    var window = WindowStory(.fixed(length: 2), "[ab]cde")
    let more = window.options.map { $0.copy(length: $0.length + 2) }
    #expect(more?.maxLength == 4)
    window.set(more, "[abcd]e", "+2 +3")
    window.commit("[xabc]de", "-3 +0")
    var flexible = WindowStory(.flexible(length: 2), "[ab]c")
    flexible.set(flexible.options?.copy(length: 5), "[abc]", "+2")
    flexible.commit("[abcde]f", "+3 +4")
  }

  @Test(
    "a row that is repositioned within a window that shows everything is moved, not lost",
    arguments: [
      nil, .fixed(length: 5), .fixed(length: 5, from: .end),
      .flexible(length: 5, growOptions: .inRangeOnly),
      .flexible(length: 5, from: .end, growOptions: .inRangeOnly),
    ] as [RangeOptions?])
  func repositionedAtTheEdge(options: RangeOptions?) {
    var window = WindowStory(options, "[abcde]")
    window.commit("[bcdea']", "0>4")
    window.commit("[bcdea']", "")
    window.commit("[e'bcda]", "3>0")
  }

  @Test("growth can be set from every value to every other")
  func settingGrowth() {
    for old in 0..<4 {
      for new in 0..<4 {
        var options = RangeOptions.flexible(length: 1, growOptions: .init(rawValue: old))
        options.growOptions = .init(rawValue: new)
        #expect(options == .flexible(length: 1, growOptions: .init(rawValue: new)))
      }
    }
  }

  @Test("limits hold as soon as a range is set")
  func limitsAtOnce() {
    var window = WindowStory(.flexible(length: 6, maxLength: 3), "[abc]defg")
    window.set(.flexible(length: 2, minLength: 4), "[abcd]efg", "+3")
    var options = window.options
    options?.minLength = 0
    options?.maxLength = 2
    window.set(options, "[ab]cdefg", "-2 -3")
    window.set(
      .flexible(length: 1, offset: 3, from: .end, minLength: 3), "abc[def]g", "-0 -1 +3 +4 +5")
  }
}
