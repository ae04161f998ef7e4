extension JSONCursor {
  /// A number in a JSON text.
  struct Number {
    /// The range of its bytes.
    var range: Range<Int>
    /// Whether it begins with a minus sign.
    var isNegative = false
    /// All digits, ignoring the point and the exponent; valid for up to 19 digits.
    var digits: UInt64 = 0
    /// The number of digits before the point.
    var wholeDigits = 0
    /// The number of digits after the point.
    var fractionDigits = 0
    /// The exponent, clamped to the range that matters.
    var exponent = 0
    /// Whether it has an exponent.
    var hasExponent = false

    /// The value as an integer; nil if it has a fraction or an exponent, or does not fit in 64
    /// bits.
    var integer: Int? {
      guard fractionDigits == 0, !hasExponent, wholeDigits <= 19 else { return nil }
      if !isNegative { return Int(exactly: digits) }
      return digits == Int.min.magnitude ? .min : Int(exactly: digits).map { -$0 }
    }
  }

  /// Parses the number at the cursor.
  mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> Number {
    var number = Number(range: offset..<offset)
    if bytes[offset] == .minus {
      number.isNegative = true
      offset += 1
    }
    if offset < bytes.count, bytes[offset] == .zero {
      number.wholeDigits = 1
      offset += 1
    } else {
      number.wholeDigits = try digits(of: &number, in: bytes)
    }
    if offset < bytes.count, bytes[offset] == .point {
      offset += 1
      number.fractionDigits = try digits(of: &number, in: bytes)
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      try exponent(of: &number, in: bytes)
    }
    number.range = number.range.lowerBound..<offset
    return number
  }

  private mutating func digits(
    of number: inout Number, in bytes: Span<UInt8>
  ) throws(JSONError) -> Int {
    let start = offset
    while offset < bytes.count, let digit = bytes[offset].digit {
      number.digits = number.digits &* 10 &+ UInt64(digit)
      offset += 1
    }
    guard offset > start else { throw error("a digit is missing", in: bytes) }
    return offset - start
  }

  private mutating func exponent(
    of number: inout Number, in bytes: Span<UInt8>
  ) throws(JSONError) {
    let isNegative = offset < bytes.count && bytes[offset] == .minus
    if offset < bytes.count, bytes[offset] == .minus || bytes[offset] == .plus { offset += 1 }
    let start = offset
    while offset < bytes.count, let digit = bytes[offset].digit {
      number.exponent = min(number.exponent * 10 + Int(digit), 1_000_000)
      offset += 1
    }
    guard offset > start else { throw error("a digit is missing", in: bytes) }
    number.hasExponent = true
    if isNegative { number.exponent.negate() }
  }

  /// Returns the double nearest to a number.
  func double(_ number: Number, in bytes: Span<UInt8>) throws(JSONError) -> Double {
    if let exact = number.exactDouble { return exact }
    guard let double = Double(bytes.extracting(number.range).text), double.isFinite else {
      throw error("a number too large", at: number.range.lowerBound, in: bytes)
    }
    return double
  }
}

extension JSONCursor.Number {
  private var digitCount: Int { wholeDigits + fractionDigits }

  /// The value as a double, if one operation on exact operands yields it; nil otherwise.
  ///
  /// The digits and the power of ten must both be exact doubles.
  fileprivate var exactDouble: Double? {
    guard digitCount <= 19, digits <= 1 << 53 else { return nil }
    let power = exponent - fractionDigits
    guard Self.powersOfTen.indices.contains(abs(power)) else { return nil }
    let factor = Self.powersOfTen[abs(power)]
    let magnitude = power < 0 ? Double(digits) / factor : Double(digits) * factor
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the range of the shortest text for the same double; nil if that is not simply the
  /// number without the trailing zeros of its fraction.
  ///
  /// Numbers of up to 15 digits are all distinct as doubles, so no shorter text exists.
  func shortest(in bytes: Span<UInt8>) -> Range<Int>? {
    guard !hasExponent, digitCount <= 15, digits >= Self.minWithoutExponent(fractionDigits)
    else { return nil }
    var end = range.upperBound
    if fractionDigits > 0 {
      while bytes[end - 1] == .zero { end -= 1 }
      if bytes[end - 1] == .point { end -= 1 }
    }
    return range.lowerBound..<end
  }

  /// Returns the digits of 0.0001; smaller numbers are printed with an exponent.
  private static func minWithoutExponent(_ fractionDigits: Int) -> UInt64 {
    fractionDigits <= 4 ? 1 : UInt64(powersOfTen[fractionDigits - 4])
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
