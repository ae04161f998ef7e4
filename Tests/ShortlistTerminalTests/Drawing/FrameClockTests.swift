import ShortlistTerminal
import ShortlistTestSupport
import Testing

/// When frames are drawn.
@Suite struct FrameClockTests {
  private let start = ContinuousClock.now

  /// The milliseconds at which frames are drawn if there is something new at some.
  private func frames(newsAt news: [Int]) -> [Int] {
    var clock = FrameClock()
    var frames: [Int] = []
    for time in news {
      // A frame that waits for its time shows this too.
      if let last = frames.last, last >= time { continue }
      let wait = clock.rest(at: start + .milliseconds(time)) ?? .zero
      let drawn = time + Int((wait / .milliseconds(1)).rounded())
      clock.draw(at: start + .milliseconds(drawn))
      frames.append(drawn)
    }
    return frames
  }

  @Test(arguments: [
    ([0], [0]),
    ([0, 3], [0, 3]),
    ([0, 3, 5], [0, 3, 19]),
    ([0, 3, 19, 20], [0, 3, 19, 35]),
    ([0, 3, 40, 43], [0, 3, 40, 43]),
    // A key is held down, and each letter is found 5 ms later.
    ([0, 5, 30, 35, 60, 65], [0, 5, 30, 37, 60, 69]),
  ])
  func drawn(news: [Int], frames: [Int]) { #expect(self.frames(newsAt: news) == frames) }

  @Test(arguments: 1...50) func noMoreThanNeeded(seed: Int) {
    var random = SeededRandom(seed: seed)
    var time = 0
    let news = (0..<200).map { _ in
      time += random.pick([1, 2, 5, 14, 17, 40])
      return time
    }
    let frames = frames(newsAt: news)
    for (first, frame) in frames.enumerated() {
      let second = frames[first...].prefix { $0 < frame + 160 }.count
      #expect(second <= 12, "\(second) frames from \(frame) on, seed \(seed)")
    }
    for time in news {
      // What is new is drawn within a frame's time, at once if the last frame is as old.
      let shown = frames.first { $0 >= time } ?? .max
      let previous = frames.last { $0 < time } ?? -100
      #expect(shown - time < 16, "news at \(time) shown at \(shown), seed \(seed)")
      #expect(time - previous < 16 || shown == time, "news at \(time), seed \(seed)")
    }
  }
}
