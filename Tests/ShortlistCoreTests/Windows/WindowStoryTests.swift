import Testing

@testable import ShortlistCore

@Suite("What flexible windows are for")
struct WindowStoryTests {
  /// Shows YapDatabase 53, YapDatabase 54, YapDatabase 55, YapDatabase 56, YapDatabase 57.
  @Test("a news feed: grow on both sides, then shift to the end, then back to the top")
  func newsFeed() {
    let start = RangeOptions.flexible(length: 3, growOptions: .both)
    var feed = WindowStory(start, "[pqr]")
    feed.commit("[opqr]", "+0")  // a new post
    feed.commit("[opqrst]", "+4 +5")  // older posts are fetched
    feed.set(.flexible(length: 6, from: .end, maxLength: 6), "[opqrst]", "")
    feed.commit("op[qrstuv]", "-0 -1 +6 +7")  // older ones still
    feed.commit("nop[qrstuv]", "")  // a new post at the top is out of sight
    feed.commit("nop[qr!stuv]", "!4")

    // Back up: the offset from the end grows.
    feed.set(feed.options?.copy(offset: 2), "n[opqrst]uv", "-7 -8 +1 +2")
    feed.commit("n[opqrst]uvw", "")
    #expect(feed.options?.offset == 3)
    feed.set(feed.options?.copy(offset: 4), "[nopqrs]tuvw", "-6 +0")
    feed.set(start, "[nop]qrstuvw", "-3 -4 -5")
    feed.commit("[mnop]qrstuvw", "+0")
  }

  /// Shows YapDatabase 24, YapDatabase 38, YapDatabase 39, YapDatabase 40.
  @Test("a log: it grows at its end up to a maximum, and then the oldest entries leave")
  func logTail() {
    var log = WindowStory(.flexible(length: 3, from: .end, maxLength: 5), "ab[cde]")
    log.commit("ab[cdef]", "+5")
    log.commit("ab[cdefg]", "+6")
    log.commit("abc[defgh]", "-2 +7")
    log.commit("abcdef[ghijk]", "-3 -4 -5 +8 +9 +10")
    log.commit("def[ghijk]", "")  // the oldest entries are purged
    log.commit("def[gijk]", "-4")
    log.commit("def[gijkl]", "+7")  // a full log has room for one again
    log.commit("[]", "-3 -4 -5 -6 -7")
    log.commit("[m]", "+0")
    log.commit("no[pqrst]", "-0 +2 +3 +4 +5 +6")  // more than fits, in place of the last
  }

  /// Shows YapDatabase 16, YapDatabase 23.
  @Test("a conversation: the last messages, and those that come; its length grows and shrinks")
  func conversation() {
    var messages = WindowStory(.flexible(length: 3, from: .end), "ab[cde]")
    messages.commit("ab[cdef]", "+5")
    messages.commit("ab[cef]", "-3")
    messages.commit("b[cef]", "")  // out of sight
    #expect(messages.options?.length == 3)
    messages.set(
      messages.options.map { $0.copy(length: $0.length + 1) }, "[bcef]", "+0")  // load more
  }

  @Test("a window fills itself up to the length asked, once")
  func filling() {
    var window = WindowStory(.flexible(length: 3, growOptions: .inRangeOnly), "[ab]")
    window.commit("[abc]de", "+2")
    window.commit("[ab]de", "-2")
    window.commit("[ab]dex", "")
    var stillShort = WindowStory(.flexible(length: 4, from: .end), "[ab]")
    stillShort.commit("[abc]", "+2")
    stillShort.commit("[bc]", "-0")
    stillShort.commit("z[yxbc]", "+1 +2")
  }

  @Test("limits work on a batch, so that the same operations in two can end otherwise")
  func limitsOfABatch() {
    let options = RangeOptions.flexible(length: 5, minLength: 5)
    var one = WindowStory(options, "[abcde]fghij")
    one.commit("[xbcde]fghij", "-0 +0")
    var two = WindowStory(options, "[abcde]fghij")
    two.commit("[bcdef]ghij", "-0 +4")
    two.commit("[xbcdef]ghij", "+0")
  }

  // MARK: Growth

  /// Which of an insert at the low and at the high edge is taken in.
  private static let growth:
    [(
      grow: RangeOptions.GrowOptions, pin: RangeOptions.Pin, takesLow: Bool, takesHigh: Bool
    )] = [
      (.inRangeOnly, .beginning, false, false), (.inRangeOnly, .end, false, false),
      (.pinSide, .beginning, true, false), (.pinSide, .end, false, true),
      (.nonPinSide, .beginning, false, true), (.nonPinSide, .end, true, false),
      (.both, .beginning, true, true), (.both, .end, true, true),
    ]

  /// Shows YapDatabase 3, YapDatabase 64, YapDatabase 65.
  @Test("an insert at an edge", arguments: growth)
  func insertsAtEdges(
    grow: RangeOptions.GrowOptions, pin: RangeOptions.Pin, takesLow: Bool, takesHigh: Bool
  ) {
    let options = RangeOptions.flexible(length: 2, offset: 1, from: pin, growOptions: grow)
    let picture = pin == .beginning ? "a[bc]de" : "ab[cd]e"
    let (before, inside, after) = pin == .beginning ? ("a", "bc", "de") : ("ab", "cd", "e")
    let low = before.count

    var window = WindowStory(options, picture)
    window.commit(
      takesLow ? "\(before)[x\(inside)]\(after)" : "\(before)x[\(inside)]\(after)",
      takesLow ? "+\(low)" : "")
    window = WindowStory(options, picture)
    window.commit(
      takesHigh ? "\(before)[\(inside)x]\(after)" : "\(before)[\(inside)]x\(after)",
      takesHigh ? "+\(low + 2)" : "")

    // Between visible rows always, beyond a row that is outside never.
    window = WindowStory(options, picture)
    window.commit(
      pin == .beginning ? "xa[byc]dze" : "xab[cyd]ez", pin == .beginning ? "+3" : "+4")
  }

  @Test("an empty window takes in all that comes to its gap")
  func emptyWindow() {
    var window = WindowStory(.flexible(length: 3, growOptions: .inRangeOnly), "[]")
    window.commit("[abcdefgh]", "+0 +1 +2 +3 +4 +5 +6 +7")
    window.commit("[]", "-0 -1 -2 -3 -4 -5 -6 -7")
    window.commit("[xyz]", "+0 +1 +2")
    var between = WindowStory(.flexible(length: 1, offset: 1), "a[b]c")
    between.commit("a[]c", "-1")
    between.commit("va[wx]cy", "+2 +3")
  }

  @Test("a repositioned row that was visible stays so in the gaps at the edges, and no farther")
  func repositionedAtEdges() {
    let options = RangeOptions.flexible(length: 3, offset: 1, growOptions: .inRangeOnly)
    var window = WindowStory(options, "a[bcd]ef")
    window.commit("a[cdb']ef", "1>3")
    window.commit("a[c!dxb'!]yef", "+3 !1 !3")
    window.commit("a[cdx]yeb'f", "-4")
    window.commit("a[cd]yex'bf", "-3")
  }

  @Test("a row that passes the window is not seen; one that stays on its side of others is kept")
  func minimalMoves() {
    var window = WindowStory(.fixed(length: 3, offset: 1), "a[bcd]e")
    window.commit("e'[abc]d", "-3 +1")
    window.commit("e[acb'!]d", "2>3!")
    window.commit("e[a'cb]d", "")
    var all = WindowStory(nil, "[abcdef]")
    all.commit("[bca'def]", "0>2")
    all.commit("[f'e'd'a'c'b']", "0>5 1>4 2>3 3>2 4>1")
  }
}
