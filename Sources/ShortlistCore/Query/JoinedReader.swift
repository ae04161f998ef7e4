/// Looks in the heads of a block, one head after the other, for the letters of a needle that stand
/// together: each directly after the one before, or after a single sign.
///
/// The letters found up to a byte are the bits of a number, so that all places at which the needle
/// may begin are followed at once (Shift-And: Baeza-Yates and Gonnet, 1992):
///
///     u s r / l i b / x      the needle is "usrlib"
///     0 1 2   3 4 5          bits of `letters`
///           2       5        bits of `afterSign`
struct JoinedReader {
  private let needle: FuzzyNeedle
  /// The number of bytes that all heads since the last one read share with it.
  private var common = 0
  /// The states after each prefix of the last head read.
  private var states: [State]
  /// The bytes of that head.
  private var bytes = [UInt8](repeating: 0, count: LetterHead.longest)

  /// What was found up to a byte: bit 2 for the first three letters.
  private struct State {
    /// Letters of which the last one is that byte.
    var letters: UInt32 = 0
    /// Letters that are followed by a sign, which is that byte.
    var afterSign: UInt32 = 0
    /// Whether all letters were found up to here.
    var isFound = false
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    states = Array(repeating: State(), count: LetterHead.longest + 1)
  }

  /// Skips the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; returns the bits of the letters that a tail must have for all letters to
  /// stand together: 0 if they do in the head.
  mutating func rest(after number: Int, of index: LetterMaskIndex) -> UInt32 {
    let head = index.heads[number]
    let length = Int(head.length)
    skip(head)
    if common < length { index.copyHead(number, from: common, to: &bytes) }
    let last = UInt32(needle.bytes.count - 1)
    for at in common..<max(common, length) {
      let (byte, before) = (bytes[at], states[at])
      let letters = ((before.letters | before.afterSign) << 1 | 1) & needle.rows[Int(byte)]
      let isSign =
        switch CharacterClass(byte) {
        case .space, .separator, .sign: true
        case .small, .capital, .digit, .other: false
        }
      states[at + 1] = State(
        letters: letters, afterSign: isSign ? before.letters : 0,
        isFound: before.isFound || letters >> last & 1 != 0)
    }
    common = LetterHead.longest
    let state = states[length]
    if state.isFound { return 0 }
    // The longest part leaves the fewest letters.
    let found = 32 - (state.letters | state.afterSign).leadingZeroBitCount
    return needle.rests[found]
  }
}
