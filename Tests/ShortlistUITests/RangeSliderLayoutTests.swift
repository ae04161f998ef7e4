import Testing

@testable import ShortlistUI

@Suite("Places on a range slider")
struct RangeSliderLayoutTests {
  private let layout = RangeSliderLayout(bounds: 10...30, length: 200)

  @Test func `values are spread over the track`() {
    #expect(layout.place(of: 10) == 0)
    #expect(layout.place(of: 15) == 50)
    #expect(layout.place(of: 30) == 200)
    #expect(layout.place(of: 99) == 200)
    #expect(layout.value(at: 50) == 15)
    #expect(layout.value(at: -7) == 10)
    #expect(layout.value(at: 207) == 30)
  }

  @Test func `steps begin at the lower bound, and the bounds can always be reached`() {
    let layout = RangeSliderLayout(bounds: 0.5...10, length: 95, step: 2)
    #expect(layout.value(at: 0) == 0.5)
    #expect(layout.value(at: 21) == 2.5)
    #expect(layout.value(at: 94) == 10)
    #expect(layout.value(at: 95) == 10)
    #expect(layout.stride == 2)
  }

  @Test func `a touch moves the nearest thumb`() {
    #expect(layout.thumb(at: 40, of: 15...20) == .lower)
    #expect(layout.thumb(at: 90, of: 15...20) == .upper)
    // Both thumbs at one place: the one that can go there.
    #expect(layout.thumb(at: 40, of: 20...20) == .lower)
    #expect(layout.thumb(at: 120, of: 20...20) == .upper)
    #expect(layout.thumb(at: 200, of: 30...30) == .lower)
    #expect(layout.thumb(at: 0, of: 10...10) == .upper)
  }

  @Test func `a thumb stops at the other one and at the bounds`() {
    #expect(layout.range(15...20, moving: .lower, to: 25) == 20...20)
    #expect(layout.range(15...20, moving: .upper, to: 12) == 15...15)
    #expect(layout.range(15...20, moving: .lower, to: 3) == 10...20)
    #expect(layout.range(15...20, moving: .upper, to: 99) == 15...30)
  }

  @Test func `a track without length or extent is no trap`() {
    let point = RangeSliderLayout(bounds: 5...5, length: 100)
    #expect(point.place(of: 5) == 0)
    #expect(point.value(at: 60) == 5)
    let narrow = RangeSliderLayout(bounds: 0...1, length: 0)
    #expect(narrow.place(of: 1) == 0)
    #expect(narrow.value(at: 0) == 0)
  }
}
