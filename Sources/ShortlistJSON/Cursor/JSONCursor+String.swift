extension JSONCursor {
  /// The location of the decoded bytes of a string.
  enum Text {
    /// In the input, because the string has no escapes.
    case plain(Range<Int>)
    /// In the scratch buffer.
    case decoded
  }

  /// Parses the string at the cursor, after white space.
  ///
  /// If the string has escapes, `scratch` receives the decoded bytes in place of its previous
  /// contents. If there is no string, the error says that `what` is missing.
  mutating func string(
    _ what: String = "a string", in bytes: Span<UInt8>, scratch: inout [UInt8]
  ) throws(JSONError) -> Text {
    try expect(.quote, what, in: bytes)
    let start = offset
    try plainRun(from: start, in: bytes)
    if bytes[offset] == .quote {
      offset += 1
      return .plain(start..<offset - 1)
    }
    scratch.removeAll(keepingCapacity: true)
    var run = start
    while bytes[offset] == .backslash {
      bytes.extracting(run..<offset).append(to: &scratch)
      try escape(from: start, in: bytes, into: &scratch)
      run = offset
      try plainRun(from: start, in: bytes)
    }
    bytes.extracting(run..<offset).append(to: &scratch)
    offset += 1
    return .decoded
  }

  /// Advances to the next quote or backslash of a string whose contents begin at `start`.
  private mutating func plainRun(from start: Int, in bytes: Span<UInt8>) throws(JSONError) {
    while true {
      offset = bytes.endOfPlainASCII(from: offset)
      guard offset < bytes.count else {
        throw error("a string is not closed", at: start - 1, in: bytes)
      }
      let byte = bytes[offset]
      if byte == .quote || byte == .backslash { return }
      if byte < .space {
        throw error("a control character in a string must be escaped", in: bytes)
      }
      guard let length = bytes.lengthOfScalar(at: offset) else {
        throw error("invalid UTF-8", in: bytes)
      }
      offset += length
    }
  }

  private mutating func escape(
    from start: Int, in bytes: Span<UInt8>, into scratch: inout [UInt8]
  ) throws(JSONError) {
    guard offset + 1 < bytes.count else {
      throw error("a string is not closed", at: start - 1, in: bytes)
    }
    let letter = bytes[offset + 1]
    switch letter {
    case .quote, .backslash, .slash: scratch.append(letter)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(.newline)
    case UInt8(ascii: "r"): scratch.append(.carriageReturn)
    case UInt8(ascii: "t"): scratch.append(.tab)
    case UInt8(ascii: "u"):
      scratch.append(
        contentsOf: UTF8.encode(try scalar(in: bytes)) ?? UTF8.encodedReplacementCharacter)
      return
    default: throw error("an unknown escape", in: bytes)
    }
    offset += 2
  }

  /// Parses a `\u` escape with four hexadecimal digits, or two that form a surrogate pair.
  ///
  /// An unpaired surrogate becomes U+FFFD.
  private mutating func scalar(in bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
    let first = try codeUnit(in: bytes)
    if UTF16.isLeadSurrogate(first), offset + 1 < bytes.count, bytes[offset] == .backslash,
      bytes[offset + 1] == UInt8(ascii: "u")
    {
      let afterFirst = offset
      let second = try codeUnit(in: bytes)
      if UTF16.isTrailSurrogate(second) {
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
      }
      offset = afterFirst
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func codeUnit(in bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for place in offset + 2..<offset + 6 {
      guard place < bytes.count, let digit = bytes[place].hexadecimalDigit else {
        throw error("four hexadecimal digits are missing", at: place, in: bytes)
      }
      unit = unit << 4 | UInt16(digit)
    }
    offset += 6
    return unit
  }
}

extension UInt8 {
  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case .zero ... .nine: self - .zero
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Appends these bytes to an array.
  func append(to array: inout [UInt8]) {
    unsafe withUnsafeBufferPointer { unsafe array.append(contentsOf: $0) }
  }

  /// Returns the offset of the first byte at or after `start` that needs attention in a string: a
  /// quote, a backslash, a control character or a non-ASCII byte.
  ///
  /// It tests eight bytes at a time: `stop` has the top bit set in each matching byte. A borrow can
  /// set that bit wrongly, but only above a byte that does match.
  fileprivate func endOfPlainASCII(from start: Int) -> Int {
    let each: UInt64 = 0x0101_0101_0101_0101
    let top = each << 7
    var place = start
    unsafe withUnsafeBytes { raw in
      while place + 8 <= raw.count {
        let word = UInt64(
          littleEndian: unsafe raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        let quote = word ^ (each &* UInt64(UInt8.quote))
        let backslash = word ^ (each &* UInt64(UInt8.backslash))
        let control = (word &- each &* UInt64(UInt8.space)) & ~word
        let stop =
          (((quote &- each) & ~quote) | ((backslash &- each) & ~backslash) | control | word) & top
        if stop != 0 {
          place += stop.trailingZeroBitCount / 8
          return
        }
        place += 8
      }
    }
    while place < count, self[place] >= .space, self[place] < 0x80, self[place] != .quote,
      self[place] != .backslash
    {
      place += 1
    }
    return place
  }

  /// Returns the length in bytes of the non-ASCII character at `start`; nil if it is invalid UTF-8.
  fileprivate func lengthOfScalar(at start: Int) -> Int? {
    let length: Int
    let second: ClosedRange<UInt8>
    switch self[start] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard start + length <= count, second.contains(self[start + 1]) else { return nil }
    for place in start + 2..<start + length where !(0x80...0xBF).contains(self[place]) {
      return nil
    }
    return length
  }
}
