/// Looks in texts for the letters of a needle that stand together: each directly after the one
/// before, or after a single sign.
///
/// The bits of a number stand for the prefixes of the needle that end at a byte, so that all places
/// at which the needle may begin are followed at once (Shift-And: Baeza-Yates and Gonnet, 1992):
///
///     u s r / l i b / x      the needle is "usrlib"
///     0 1 2   3 4 5          bits of `letters`
///           2       5        bits of `afterSign`
///
/// The heads of a block are read one after the other; what a head shares with the one before is
/// read once. The tail of a text is read on from the state after its head.
struct JoinedReader {
  private let needle: FuzzyNeedle
  /// The bit of the whole needle.
  private let whole: UInt32
  /// What each byte value stands for.
  private let letters: [Letter]
  /// The number of bytes that all heads since the last one read share with it.
  private var common = 0
  /// The prefixes of the last head read, by length, after which a prefix of the needle was found.
  private var found: [(length: Int, state: State)] = []

  /// The prefixes of the needle that were found up to a byte: bit 2 stands for its first three
  /// letters.
  struct State {
    /// The prefixes that end with this byte, and the whole needle if it ends anywhere before.
    fileprivate var letters: UInt32 = 0
    /// The prefixes that end before this byte, which is a sign.
    fileprivate var afterSign: UInt32 = 0

    /// Whether no prefix was found.
    @inline(__always)
    fileprivate var isEmpty: Bool { letters | afterSign == 0 }

    /// Returns the state after the next byte; `whole` is the bit of the whole needle.
    @inline(__always)
    fileprivate func next(_ letter: Letter, _ whole: UInt32) -> Self {
      let next = ((letters | afterSign) << 1 | 1) & letter.places
      return Self(letters: next | letters & whole, afterSign: letter.sign & letters)
    }
  }

  /// What a byte value stands for.
  fileprivate struct Letter {
    /// The letters of the needle that equal it.
    let places: UInt32
    /// All ones if it is a sign, otherwise 0.
    let sign: UInt32
  }

  init(_ needle: FuzzyNeedle) {
    self.needle = needle
    whole = 1 << UInt32(needle.bytes.count - 1)
    letters = (0...UInt8.max).map { byte in
      Letter(places: needle.rows[Int(byte)], sign: CharacterClass(byte).isSign ? ~0 : 0)
    }
  }

  /// Skips the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; returns the state after it.
  mutating func read(
    _ number: Int, of index: LetterMaskIndex, _ buffer: inout HeadBuffer
  ) -> State {
    let head = index.heads[number]
    let length = Int(head.length)
    skip(head)
    while let last = found.last, last.length > common { found.removeLast() }
    if common < length {
      unsafe index.withBytes(of: number, from: common, &buffer) { bytes, range in
        unsafe read(bytes, range, from: common)
      }
    }
    common = LetterHead.longest
    return state(after: length)
  }

  /// Returns the state after a prefix of the last head read.
  ///
  /// - Precondition: `found` has no longer prefix.
  @inline(__always)
  private func state(after length: Int) -> State {
    if let last = found.last, last.length == length { last.state } else { State() }
  }

  /// The letters that a text needs after its head so that all letters stand together.
  struct Rest {
    /// The bits of the letters that the tail must have.
    fileprivate var letters: UInt32
    /// The bits of the letters with which the tail can begin.
    fileprivate var next: UInt32
    /// Those of them that follow their predecessor in the tail.
    fileprivate var pairs: UInt32
    /// The bits of all letters; a tail that has all letters and pairs can begin with any letter.
    fileprivate var all: UInt32
    /// All letters that have a predecessor.
    fileprivate var allPairs: UInt32

    /// The rest for a head that was not read: no text may have it.
    static let unknown = Self(letters: ~0, next: 0, pairs: ~0, all: ~0, allPairs: ~0)
    /// The rest that every text has.
    static let none = Self(letters: 0, next: 0, pairs: 0, all: 0, allPairs: 0)

    /// Whether a text may have it, given the bits of its tail and of the letters that begin a word,
    /// and the letters of the needle that may follow their predecessor in the tail.
    @inline(__always)
    func mayBe(in tail: UInt32, starts: UInt32, _ found: UInt32) -> Bool {
      if (letters & ~tail) | (pairs & ~found) != 0 { return false }
      return next & starts != 0 || (all & ~tail) | (allPairs & ~found) == 0
    }
  }

  /// Returns what the texts with a head must have for all letters to stand together, given the
  /// state after the head.
  ///
  /// A head ends with a slash, so that the first letter of its tails begins a word.
  func rest(after state: State) -> Rest {
    if isFound(state) { return .none }
    var prefixes = state.letters | state.afterSign
    // The longest prefix leaves the fewest letters.
    let longest = 32 - prefixes.leadingZeroBitCount
    var next: UInt32 = 0
    while prefixes != 0 {
      next |= needle.bits[prefixes.trailingZeroBitCount + 1]
      prefixes &= prefixes - 1
    }
    return Rest(
      letters: needle.rests[longest], next: next, pairs: needle.followers & ~1 << UInt32(longest),
      all: needle.letters, allPairs: needle.followers)
  }

  /// Reads a range of bytes that begins at offset `place` of a head.
  ///
  /// - Precondition: The range is within the bytes.
  @unsafe private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, from place: Int
  ) {
    var state = state(after: place)
    var at = range.lowerBound
    while at < range.upperBound {
      if state.isEmpty {
        at = unsafe needle.firstLetter(in: bytes, at..<range.upperBound)
        if at == range.upperBound { return }
      }
      state = unsafe state.next(letters[Int(bytes[at])], whole)
      at += 1
      if !state.isEmpty { found.append((place + at - range.lowerBound, state)) }
    }
  }

  /// Whether all letters stand together in a text, given the state after its head, and its tail.
  ///
  /// It is mutating, so that the reader is used in place; a copy would be made for each text.
  ///
  /// - Precondition: The tail is within the bytes.
  @unsafe mutating func isFound(
    after state: State, in bytes: UnsafeBufferPointer<UInt8>, _ tail: Range<Int>
  ) -> Bool {
    var state = state
    var at = tail.lowerBound
    while at < tail.upperBound && !state.isEmpty {
      state = unsafe state.next(letters[Int(bytes[at])], whole)
      at += 1
    }
    if at == tail.upperBound { return isFound(state) }
    // No prefix of the needle goes on in the rest.
    let mayStand = unsafe needle.mayStandTogether(in: bytes, at..<tail.upperBound)
    if !mayStand { return false }
    for at in at..<tail.upperBound { state = unsafe state.next(letters[Int(bytes[at])], whole) }
    return isFound(state)
  }

  private func isFound(_ state: State) -> Bool { state.letters & whole != 0 }
}
