import ShortlistCore
import Testing

@Suite("Options of ranges")
struct RangeOptionsTests {
  /// Shows YapDatabase 7, YapDatabase 9, YapDatabase 35, YapDatabase 37, YapDatabase 44.
  @Test func fixed() {
    let options = RangeOptions.fixed(length: 20, offset: 3, from: .end)
    #expect(options.isFixed && !options.isFlexible)
    #expect(options.length == 20 && options.offset == 3 && options.pin == .end)
    #expect(options.minLength == 0 && options.maxLength == 20)
    #expect(RangeOptions.fixed(length: 20) == .fixed(length: 20, offset: 0, from: .beginning))
  }

  /// Shows YapDatabase 7, YapDatabase 21, YapDatabase 35, YapDatabase 38, YapDatabase 42.
  ///
  /// Also YapDatabase 45, YapDatabase 48, YapDatabase 52.
  @Test func flexible() {
    var options = RangeOptions.flexible(length: 20, offset: 3, from: .end)
    #expect(options.isFlexible && !options.isFixed)
    #expect(options.length == 20 && options.offset == 3 && options.pin == .end)
    #expect(options.minLength == 0 && options.maxLength == .max)
    #expect(options.growOptions == .pinSide)
    options.maxLength = 30
    options.minLength = 10
    options.growOptions = .both
    #expect(options.minLength == 10 && options.maxLength == 30 && options.growOptions == .both)
    #expect(
      options
        == .flexible(
          length: 20, offset: 3, from: .end, growOptions: .both, minLength: 10, maxLength: 30))
    #expect(options != .flexible(length: 20, offset: 3, from: .end))
  }

  /// Shows YapDatabase 4.
  @Test func growOptionsAreASet() {
    #expect(RangeOptions.GrowOptions.both == [.pinSide, .nonPinSide])
    #expect(RangeOptions.GrowOptions.inRangeOnly == [])
    #expect(RangeOptions.GrowOptions.inRangeOnly.isEmpty)
  }

  /// Shows YapDatabase 66, YapDatabase 67, YapDatabase 68.
  @Test func copies() {
    let options = RangeOptions.flexible(
      length: 20, offset: 3, from: .end, growOptions: .both, minLength: 10, maxLength: 30)
    #expect(
      options.copy(length: 25, offset: 4)
        == .flexible(
          length: 25, offset: 4, from: .end, growOptions: .both, minLength: 10, maxLength: 30))
    #expect(options.copy(length: 25) == options.copy(length: 25, offset: 3))
    #expect(options.copy(offset: 4) == options.copy(length: 20, offset: 4))
    #expect(options.copy(length: 20, offset: 3) == options)
  }

  @Test("limits are clamped, whatever a setting or a screen gives")
  func clamped() {
    var options = RangeOptions.flexible(length: 1, minLength: 3)
    options.maxLength = 2
    #expect(options.minLength == 3 && options.maxLength == 3)
    options.maxLength = 5
    options.minLength = 7
    #expect(options.minLength == 5 && options.maxLength == 5)
    options.minLength = -1
    options.maxLength = -1
    #expect(options.minLength == 0 && options.maxLength == 0)
    let crossed = RangeOptions.flexible(length: 1, minLength: 3, maxLength: 2)
    #expect(crossed.minLength == 2 && crossed.maxLength == 2)
  }

  /// Shows YapDatabase 36.
  @Test("the limits of a fixed range cannot be set")
  func fixedLimits() {
    var options = RangeOptions.fixed(length: 4)
    options.maxLength = 2
    options.minLength = 2
    #expect(options == .fixed(length: 4))
    #expect(options.minLength == 0 && options.maxLength == 4)
  }

  @Test("what cannot be is a programmer's error that says the numbers")
  func programmersErrors() async {
    let negativeLength = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = RangeOptions.fixed(length: -1) }
    #expect(said(negativeLength, "a window's length must not be negative, but is -1"))
    let negativeOffset = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { _ = RangeOptions.flexible(length: 1).copy(offset: -2) }
    #expect(said(negativeOffset, "a window's offset must not be negative, but is -2"))
  }

  private func said(_ result: ExitTest.Result?, _ sentence: String) -> Bool {
    guard let result else { return false }
    return String(decoding: result.standardErrorContent, as: UTF8.self).contains(sentence)
  }
}
