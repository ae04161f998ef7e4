import Testing

@testable import ShortlistCore

@Suite("Windows that are placed")
struct WindowPlacingTests {
  /// All options with numbers up to a bound.
  private func options(upTo bound: Int) -> [RangeOptions] {
    RangeOptions.Pin.allCases.flatMap { pin in
      (0...bound).flatMap { length in
        (0...bound).flatMap { offset in
          [.fixed(length: length, offset: offset, from: pin)]
            + (0...bound).flatMap { minLength in
              (Array(minLength...bound) + [.max]).map { maxLength in
                .flexible(
                  length: length, offset: offset, from: pin, minLength: minLength,
                  maxLength: maxLength)
              }
            }
        }
      }
    }
  }

  /// Shows YapDatabase 1, YapDatabase 26, YapDatabase 27, YapDatabase 29.
  @Test("every range over every count up to six", arguments: 0...6)
  func everyRange(count: Int) {
    for options in options(upTo: 7) {
      let window = Window(placing: options, over: count)
      #expect(window == WindowReference.placed(options, over: count), "\(options) over \(count)")
      let current = window.currentOptions(over: count)
      #expect(current?.length == window.range.count)
      #expect(options.isFixed || current?.offset == window.offset(over: count))
      let again = Window(placing: current, over: count)
      #expect(again.range == window.range && again.isFilled == window.isFilled, "\(options)")
    }
  }

  @Test("everything")
  func everything() {
    var window = Window(placing: nil, over: 3)
    #expect(window.range == 0..<3 && window.offset(over: 3) == 0)
    #expect(window.currentOptions(over: 3) == nil)
    _ = window.apply(SectionBatch(countBefore: 3, countAfter: 4, inserted: [3], origins: [nil]))
    #expect(window.range == 0..<4)
  }

  @Test("numbers up to the greatest", arguments: RangeOptions.Pin.allCases)
  func greatNumbers(pin: RangeOptions.Pin) {
    for length in [0, 1, Int.max] {
      for offset in [0, 1, Int.max] {
        for minLength in [0, Int.max] {
          for options in [
            RangeOptions.fixed(length: length, offset: offset, from: pin),
            .flexible(length: length, offset: offset, from: pin, minLength: minLength),
          ] {
            var window = Window(placing: options, over: 3)
            let isExtended = options.minLength == .max
            let near = isExtended ? 0 : min(offset, 3)
            #expect(window.offset(over: 3) == near)
            #expect(window.range.count == (isExtended ? 3 : min(length, 3 - near)))
            _ = window.apply(
              SectionBatch(countBefore: 3, countAfter: 4, inserted: [0], origins: [nil]))
            #expect(window.range.upperBound <= 4)
          }
        }
      }
    }
  }
}
