/// A reader of the numbers in a generated table.
///
/// A number consists of five-bit digits, lowest first. Each digit is an ASCII character from `0`
/// on; the bit with value 32 in a digit marks that another digit follows. Characters before `0`,
/// such as line ends, are skipped.
struct NumberReader: ~Copyable {
  private let digits: [UInt8]
  private var position = 0

  init(_ text: String) { digits = Array(text.utf8) }

  /// Returns the next number, or nil at the end.
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
