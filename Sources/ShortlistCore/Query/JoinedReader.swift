/// Looks in texts for the letters of a needle that stand together: each directly after the one
/// before, or after a single sign.
///
/// The bits of a number stand for the prefixes of the needle that end at a byte, so that all places at
/// which the needle may begin are followed at once (Shift-And: Baeza-Yates and Gonnet, 1992):
///
///     u s r / l i b / x      the needle is "usrlib"
///     0 1 2   3 4 5          bits of `letters`
///           2       5        bits of `afterSign`
///
/// The heads of a block are read one after the other; what a head shares with the one before is
/// read once. The tail of a text is read on from the state after its head.
struct JoinedReader {
  private let needle: FuzzyNeedle
  /// For each byte value, all ones if it is a sign, otherwise 0.
  private let signs: [UInt32]
  /// The number of bytes that all heads since the last one read share with it.
  private var common = 0
  /// The states after each prefix of the last head read.
  private var states: [State]
  /// The buffer for heads that were not read from their predecessor on.
  private var bytes = [UInt8](repeating: 0, count: LetterHead.longest)

  /// The prefixes of the needle that were found up to a byte: bit 2 stands for its first three
  /// letters.
  struct State {
    /// The prefixes that end with this byte.
    fileprivate var letters: UInt32 = 0
    /// The prefixes that end before this byte, which is a sign.
    fileprivate var afterSign: UInt32 = 0
    /// The prefixes that end anywhere up to this byte.
    fileprivate var found: UInt32 = 0
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    signs = (0...UInt8.max).map { byte in
      switch CharacterClass(byte) {
      case .space, .separator, .sign: ~0
      case .small, .capital, .digit, .other: 0
      }
    }
    states = Array(repeating: State(), count: LetterHead.longest + 1)
  }

  /// Skips the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; returns the state after it.
  mutating func read(_ number: Int, of index: LetterMaskIndex) -> State {
    let head = index.heads[number]
    let length = Int(head.length)
    skip(head)
    if common < length {
      let isNew = common == Int(head.common)
      if !isNew { index.copyHead(number, from: common, to: &bytes) }
      let start = index.newBytes(number).lowerBound - common
      for at in common..<length {
        states[at + 1] = next(states[at], isNew ? index.headBytes[start + at] : bytes[at])
      }
    }
    common = LetterHead.longest
    return states[length]
  }

  /// Returns the bits of the letters that a tail must have for all letters to stand together in a
  /// text, given the state after its head; 0 if they do in the head.
  func rest(after state: State) -> UInt32 {
    if isFound(state) { return 0 }
    // The longest prefix leaves the fewest letters.
    return needle.rests[32 - (state.letters | state.afterSign).leadingZeroBitCount]
  }

  /// Whether all letters stand together in a text whose first `length` bytes led to a state.
  mutating func isFound(after state: State, _ length: Int, in text: Span<UInt8>) -> Bool {
    var state = state
    for at in min(length, text.count)..<text.count { state = next(state, text[at]) }
    return isFound(state)
  }

  @inline(__always)
  private func next(_ state: State, _ byte: UInt8) -> State {
    let letters = ((state.letters | state.afterSign) << 1 | 1) & needle.rows[Int(byte)]
    return State(
      letters: letters, afterSign: signs[Int(byte)] & state.letters, found: state.found | letters)
  }

  private func isFound(_ state: State) -> Bool {
    state.found >> UInt32(needle.bytes.count - 1) & 1 != 0
  }
}
