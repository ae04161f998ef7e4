/// The natural order of texts: a run of ASCII digits counts as one number, so that `file9` comes
/// before `file10`.
enum NaturalOrder {
  /// Returns a negative number, 0 or a positive number if `a` comes before, with or after `b`.
  ///
  /// Texts that differ only in leading zeros of numbers are equal.
  static func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    var (i, j) = (0, 0)
    while i < a.count && j < b.count {
      if isDigit(a[i]) && isDigit(b[j]) {
        let (first, second) = (number(in: a, at: i), number(in: b, at: j))
        if first.count != second.count { return first.count - second.count }
        for offset in 0..<first.count {
          let (x, y) = (a[first.lowerBound + offset], b[second.lowerBound + offset])
          if x != y { return Int(x) - Int(y) }
        }
        (i, j) = (first.upperBound, second.upperBound)
      } else {
        if a[i] != b[j] { return Int(a[i]) - Int(b[j]) }
        i += 1
        j += 1
      }
    }
    return (a.count - i).signum() - (b.count - j).signum()
  }

  /// Appends bytes that sort as a text does: before each number comes its number of digits.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limit: The number of bytes after which the text may be cut.
  ///   - key: Receives the bytes.
  static func append(_ text: Span<UInt8>, limit: Int = .max, to key: inout [UInt8]) {
    let start = key.count
    var place = 0
    while place < text.count && key.count - start < limit {
      guard isDigit(text[place]) else {
        key.append(text[place])
        place += 1
        continue
      }
      place = appendNumber(in: text, at: place, to: &key)
    }
  }

  /// Appends the bytes that the number at a place is sorted by; returns where it ends.
  ///
  /// The first of them is a digit, so that a number sorts among other bytes as a digit does.
  static func appendNumber(in text: Span<UInt8>, at place: Int, to key: inout [UInt8]) -> Int {
    let number = number(in: text, at: place)
    key.append(UInt8(ascii: "0") + UInt8(min(number.count, 9)))
    if number.count >= 9 {
      for shift in stride(from: 56, through: 0, by: -8) {
        key.append(UInt8(truncatingIfNeeded: number.count >> shift))
      }
    }
    for digit in number { key.append(text[digit]) }
    return number.upperBound
  }

  /// The digits of the number at a place, without leading zeros.
  private static func number(in text: Span<UInt8>, at place: Int) -> Range<Int> {
    var start = place
    while start < text.count && text[start] == UInt8(ascii: "0") { start += 1 }
    var end = start
    while end < text.count && isDigit(text[end]) { end += 1 }
    return start..<end
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
