import Testing

@testable import ShortlistWeb

@Suite("So many messages in a second")
struct RateLimitTests {
  @Test("some at once, then as many as time lets come")
  func bucket() {
    let start = ContinuousClock.now
    var limit = RateLimit(perSecond: 2, atOnce: 3, at: start)
    let first = (0..<4).map { _ in limit.take(at: start) }
    #expect(first == [true, true, true, false])
    let next = [400, 500, 500].map { limit.take(at: start + .milliseconds($0)) }
    #expect(next == [false, true, false])
    let later = start + .seconds(60)
    let again = (0..<4).map { _ in limit.take(at: later) }
    #expect(again == [true, true, true, false])
  }
}
