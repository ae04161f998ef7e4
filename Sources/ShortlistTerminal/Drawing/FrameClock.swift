/// Says when the next frame is drawn: at once, or as soon as there are not more of them than a person
/// can see.
///
/// Two frames may follow each other closely: a letter is seen at once, and what it finds as soon as it
/// is found.
package struct FrameClock {
  /// About 60 frames in a second.
  package static let time = Duration.milliseconds(16)

  /// When the last frame was drawn, and the one before.
  private var last: ContinuousClock.Instant?
  private var before: ContinuousClock.Instant?

  package init() {}

  /// Whether nothing was drawn yet.
  package var isNew: Bool { last == nil }

  /// How long a frame has to wait; nil if it is drawn at once.
  package func rest(at now: ContinuousClock.Instant) -> Duration? {
    guard let last, let before else { return nil }
    let rest = min(Self.time - last.duration(to: now), Self.time * 2 - before.duration(to: now))
    return rest > .zero ? rest : nil
  }

  /// Says that a frame is drawn.
  package mutating func draw(at now: ContinuousClock.Instant) {
    before = last
    last = now
  }
}
