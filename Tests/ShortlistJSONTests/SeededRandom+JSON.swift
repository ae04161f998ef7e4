import ShortlistTestSupport
import ShortlistJSON

extension SeededRandom {
  /// A text with characters that JSON has to escape, and others.
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
