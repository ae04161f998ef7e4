import ShortlistJSON

/// Random numbers that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func text() -> String {
    let letters: [Unicode.Scalar] = [
      "a", "b", "\"", "\\", "/", "\n", "\u{0}", "\u{1f}", "\u{7f}", "é", "\u{301}", "\u{2028}", "😀",
      "\u{FFFF}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<next(below: 12) { text.append(letters[next(below: letters.count)]) }
    return String(text)
  }

  mutating func number() -> Double {
    switch next(below: 3) {
    case 0: return Double(next(below: 2_000_001) - 1_000_000) / 100
    case 1: return Double(next(below: 1_000_000)) * 1e12
    default:
      let number = Double(bitPattern: next())
      return number.isFinite ? number : 0.5
    }
  }

  mutating func value(depth: Int = 0) -> JSON {
    switch next(below: depth < 4 ? 7 : 5) {
    case 0: return .null
    case 1: return .boolean(next(below: 2) == 1)
    case 2: return .integer(Int(truncatingIfNeeded: next()) >> next(below: 64))
    case 3: return .number(number())
    case 4: return .string(text())
    case 5: return .array((0..<next(below: 5)).map { _ in value(depth: depth + 1) })
    default:
      return .object(
        JSONObject((0..<next(below: 20)).map { _ in (text(), value(depth: depth + 1)) }))
    }
  }
}
