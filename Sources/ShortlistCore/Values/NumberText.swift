/// Conversion between numbers and text, in JSON's grammar and the shortest form that round-trips.
enum NumberText {
  /// Returns the integer that `bytes` spell in the grammar `-?(0|[1-9][0-9]*)`, or nil if they do
  /// not or it does not fit 64 bits.
  static func integer(_ bytes: Span<UInt8>) -> Int? {
    let start = bytes.count > 0 && bytes[0] == UInt8(ascii: "-") ? 1 : 0
    let digits = bytes.count - start
    guard digits > 0, digits <= 19, digits == 1 || bytes[start] != UInt8(ascii: "0") else {
      return nil
    }
    var value = 0
    for index in start..<bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carry) = scaled.subtractingReportingOverflow(Int(digit))
      if overflow || carry { return nil }
      value = next
    }
    if start == 1 { return value }
    return value == Int.min ? nil : -value
  }

  /// Returns whether `bytes` spell an integer that does not fit 64 bits.
  static func isLongInteger(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 18, integer(bytes) == nil else { return false }
    let start = bytes[0] == UInt8(ascii: "-") ? 1 : 0
    return (start..<bytes.count).allSatisfy { bytes[$0] &- UInt8(ascii: "0") < 10 }
  }

  /// Returns the finite number that `bytes` spell in JSON's grammar, or nil if they do not.
  static func number(_ bytes: Span<UInt8>) -> Double? {
    guard let decimal = Decimal(bytes) else { return nil }
    if let exact = decimal.exact { return exact }
    let value = Double(bytes.text) ?? .infinity
    return value.isFinite ? value : nil
  }

  /// Returns the shortest text that round-trips; whole numbers below 10^16 have no `.0`.
  static func text(_ number: Double) -> String {
    if number.magnitude < 1e16, let whole = Int(exactly: number) { return String(whole) }
    return number.description
  }

  /// A number in JSON's grammar, as digits and a power of ten.
  private struct Decimal {
    var digits: UInt64 = 0
    var digitCount = 0
    var power = 0
    var isNegative = false

    init?(_ bytes: Span<UInt8>) {
      var at = 0
      isNegative = bytes.peek(at) == UInt8(ascii: "-")
      if isNegative { at += 1 }
      let start = at
      while bytes.peek(at) &- 48 < 10 {
        add(bytes.peek(at))
        at += 1
      }
      guard at > start, at == start + 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
      if bytes.peek(at) == UInt8(ascii: ".") {
        at += 1
        let first = at
        while bytes.peek(at) &- 48 < 10 {
          add(bytes.peek(at))
          power -= 1
          at += 1
        }
        guard at > first else { return nil }
      }
      if bytes.peek(at) | 0x20 == UInt8(ascii: "e") {
        at += 1
        let isDown = bytes.peek(at) == UInt8(ascii: "-")
        if isDown || bytes.peek(at) == UInt8(ascii: "+") { at += 1 }
        let first = at
        var exponent = 0
        while bytes.peek(at) &- 48 < 10 {
          exponent = min(exponent * 10 + Int(bytes.peek(at) &- 48), 1_000_000)
          at += 1
        }
        guard at > first else { return nil }
        power += isDown ? -exponent : exponent
      }
      guard at == bytes.count else { return nil }
    }

    private mutating func add(_ digit: UInt8) {
      if digits > 0 || digit != UInt8(ascii: "0") { digitCount += 1 }
      if digitCount <= 19 { digits = digits &* 10 &+ UInt64(digit &- 48) }
    }

    /// The value if one multiplication or division of two exact doubles yields it, rounded once
    /// (Clinger's fast path): for up to 15 digits and powers of ten up to 22; otherwise nil.
    var exact: Double? {
      guard digitCount <= 15, power.magnitude <= 22 else { return nil }
      let scale = Self.powers[Int(power.magnitude)]
      let value = power < 0 ? Double(digits) / scale : Double(digits) * scale
      return isNegative ? -value : value
    }

    private static let powers: [Double] = [
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
      1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
  }
}

extension Span<UInt8> {
  /// Returns the byte at `at`, or 0 past the end.
  fileprivate func peek(_ at: Int) -> UInt8 { at < count ? self[at] : 0 }
}
