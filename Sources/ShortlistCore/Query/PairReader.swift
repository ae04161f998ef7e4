/// Finds which letters of a needle follow their predecessor in the heads of a block, one head after
/// the other.
struct PairReader {
  /// What each byte value stands for.
  private let letters: [Letter]
  /// The letters of the needle that have a predecessor.
  private let all: UInt32
  /// The number of bytes that all heads since the last one read share with it.
  private var common = 0
  /// The states after each prefix of the last head read.
  private var states = [State](repeating: State(), count: LetterHead.longest + 1)

  /// What a byte value stands for.
  private struct Letter {
    /// The letters of the needle that equal it: bit 0 for the first letter.
    let row: UInt32
    /// All ones if it is a sign, otherwise 0.
    let sign: UInt32
  }

  private struct State {
    var found = Followers(directly: 0, together: 0)
    /// The letters that follow if they come next, and those that do so if a sign was left out.
    var next: UInt32 = 0
    var nextAfterSign: UInt32 = 0
  }

  /// The letters that follow their predecessor somewhere: bit 1 stands for the second letter.
  struct Followers {
    /// Those that do so directly.
    var directly: UInt32
    /// Those that do so directly or after a single sign.
    var together: UInt32

    /// All letters.
    static let all = Self(directly: ~0, together: ~0)

    /// Adds letters that may directly follow their predecessor.
    mutating func add(_ letters: UInt32) {
      directly |= letters
      together |= letters
    }
  }

  init(_ needle: FuzzyNeedle) {
    all = needle.followers
    letters = needle.rows.indices.map { byte in
      Letter(
        row: needle.rows[byte],
        sign: CharacterClass(UInt8(truncatingIfNeeded: byte)).isSign ? ~0 : 0)
    }
  }

  /// Skips the next head.
  mutating func skip(_ head: LetterHead) { common = min(common, Int(head.common)) }

  /// Reads the next head; returns the letters that may follow their predecessor in it, or at the
  /// first byte after it.
  mutating func read(
    _ number: Int, of index: LetterMaskIndex, _ buffer: inout HeadBuffer
  ) -> Followers {
    let head = index.heads[number]
    let length = Int(head.length)
    skip(head)
    if common < length {
      let (letters, place) = (letters, common)
      unsafe index.withBytes(of: number, from: place, &buffer) { bytes, range in
        precondition(place + range.count < states.count, "a head of \(place + range.count) bytes")
        unsafe states.withUnsafeMutableBufferPointer { states in
          var state = unsafe states[place]
          for at in range {
            let letter = unsafe letters[Int(bytes[at])]
            state.found.directly |= letter.row & state.next
            state.found.together |= letter.row & (state.next | state.nextAfterSign)
            state.nextAfterSign = state.next & letter.sign
            state.next = letter.row << 1
            unsafe states[place + at - range.lowerBound + 1] = state
          }
        }
      }
    }
    common = LetterHead.longest
    let state = states[length]
    var found = state.found
    found.add(state.next & all)
    found.together |= state.nextAfterSign & all
    return found
  }
}
