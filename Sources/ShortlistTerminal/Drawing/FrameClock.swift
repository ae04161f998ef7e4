/// Limits the frame rate: a frame is drawn at once, or as soon as the rate permits.
///
/// Two frames may follow each other closely, so that both a typed letter and its search result
/// appear without delay.
package struct FrameClock {
  /// The approximate time between frames, about 60 frames per second.
  package static let time = Duration.milliseconds(16)

  /// The times of the last frame and of the one before it.
  private var last: ContinuousClock.Instant?
  private var before: ContinuousClock.Instant?

  package init() {}

  /// Whether no frame has been drawn.
  package var isNew: Bool { last == nil }

  /// Returns how long a frame has to wait; nil if it can be drawn at once.
  package func rest(at now: ContinuousClock.Instant) -> Duration? {
    guard let last, let before else { return nil }
    let rest = min(Self.time - last.duration(to: now), Self.time * 2 - before.duration(to: now))
    return rest > .zero ? rest : nil
  }

  /// Records that a frame is drawn.
  package mutating func draw(at now: ContinuousClock.Instant) {
    before = last
    last = now
  }
}
