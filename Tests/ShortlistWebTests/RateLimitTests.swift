import Testing

@testable import ShortlistWeb

@Suite("So many messages in a second")
struct RateLimitTests {
  @Test("some at once, then as many as time lets come")
  func bucket() {
    let start = ContinuousClock.now
    var limit = RateLimit(perSecond: 2, atOnce: 3, at: start)
    let moments = [0, 0, 0, 0, 400, 500, 500, 60_000, 60_000, 60_000, 60_000]
    let taken = moments.map { limit.consume(at: start + .milliseconds($0)) }
    #expect(
      taken == [
        true, true, true, false,  // All that may happen at once.
        false, true, false,  // Half a second lets one more come.
        true, true, true, false,  // No more than at once are saved up.
      ])
  }
}
