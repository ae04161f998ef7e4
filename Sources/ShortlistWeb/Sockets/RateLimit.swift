/// A token bucket that limits a rate and permits bursts.
struct RateLimit {
  private let perSecond: Double
  private let atOnce: Double
  private var tokens: Double
  private var last: ContinuousClock.Instant

  init(perSecond: Double, atOnce: Double, at now: ContinuousClock.Instant) {
    (self.perSecond, self.atOnce, tokens, last) = (perSecond, atOnce, atOnce, now)
  }

  /// Takes a token.
  ///
  /// Returns false if there is none.
  mutating func consume(at now: ContinuousClock.Instant) -> Bool {
    tokens = min(tokens + perSecond * ((now - last) / .seconds(1)), atOnce)
    last = now
    if tokens < 1 { return false }
    tokens -= 1
    return true
  }
}
