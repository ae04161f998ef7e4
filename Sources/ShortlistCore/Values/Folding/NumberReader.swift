/// Reads the numbers of a generated table.
///
/// A number is digits of five bits, the lowest first. A digit is written as a character of ASCII from
/// `0` on; its bit 32 says that another one follows. Characters before `0`, as line ends, mean nothing.
struct NumberReader: ~Copyable {
  private let digits: [UInt8]
  private var position = 0

  init(_ text: String) { digits = Array(text.utf8) }

  /// The next number, or nil at the end.
  mutating func next() -> Int? {
    var number = 0
    var shift = 0
    while position < digits.count {
      let byte = digits[position]
      position += 1
      guard byte >= 0x30 else { continue }
      let digit = Int(byte - 0x30)
      number |= (digit & 31) << shift
      shift += 5
      if digit < 32 { return number }
    }
    return nil
  }
}
