/// An incremental validator that splits a stream of bytes into pieces of valid UTF-8.
///
/// It drops a byte order mark at the very beginning. It keeps a scalar that a block boundary splits
/// until the scalar is complete.
struct UTF8Checker {
  /// A piece of the stream.
  enum Piece: Equatable {
    /// Valid text in this range of the block.
    case text(Range<Int>)
    /// One scalar that began in an earlier block; its bytes are in `scalar`.
    case scalar
    /// Invalid bytes, which are in `invalid`. Each maximal subpart of a scalar is one such piece,
    /// and becomes one U+FFFD where invalid text is replaced.
    case invalid
  }

  /// The beginning of a split scalar; after a `scalar` piece, the complete scalar.
  private(set) var scalar: [UInt8] = []
  /// The bytes of the last invalid piece.
  private(set) var invalid: [UInt8] = []
  private var isScalarWhole = false
  private var isAtStart: Bool

  /// Creates a checker.
  ///
  /// - Parameter isAtStart: Whether the stream may begin with a byte order mark.
  init(isAtStart: Bool = true) { self.isAtStart = isAtStart }

  /// Returns the next piece.
  ///
  /// - Parameters:
  ///   - block: The next block of bytes.
  ///   - position: The offset of the piece in the block; moved to its end.
  /// - Returns: The piece; nil if the block ends first.
  mutating func next(in block: Span<UInt8>, from position: inout Int) -> Piece? {
    if isScalarWhole {
      scalar.removeAll(keepingCapacity: true)
      isScalarWhole = false
    }
    if !scalar.isEmpty, let piece = completeScalar(in: block, from: &position) { return piece }
    guard position < block.count else { return nil }
    let start = position
    let (end, stop) = checkUTF8(block, from: start)
    if end > start {
      position = end
      let isMarked = isAtStart && Self.isMark(block.extracting(start..<end))
      isAtStart = false
      if !isMarked { return .text(start..<end) }
      if end > start + 3 { return .text(start + 3..<end) }
      return next(in: block, from: &position)
    }
    switch stop {
    case .end: return nil
    case .truncated:
      scalar.append(block, end..<block.count)
      position = block.count
      return nil
    case .invalid(let count):
      isAtStart = false
      position = end + count
      invalid.removeAll(keepingCapacity: true)
      invalid.append(block, end..<position)
      return .invalid
    }
  }

  /// Ends the stream.
  ///
  /// - Returns: Whether the stream ended inside a scalar, which counts as invalid.
  mutating func finish() -> Bool {
    defer { scalar.removeAll() }
    invalid = scalar
    return !scalar.isEmpty && !isScalarWhole
  }

  /// Continues a scalar that an earlier block began.
  private mutating func completeScalar(
    in block: Span<UInt8>, from position: inout Int
  ) -> Piece? {
    while position < block.count {
      scalar.append(block[position])
      switch checkUTF8(scalar.span, from: 0).stop {
      case .truncated: position += 1
      case .end:
        position += 1
        isScalarWhole = true
        let isMark = isAtStart && Self.isMark(scalar.span)
        isAtStart = false
        return isMark ? next(in: block, from: &position) : .scalar
      case .invalid:  // The last byte does not belong to it and is looked at anew.
        invalid = scalar.dropLast()
        scalar.removeAll(keepingCapacity: true)
        isAtStart = false
        return .invalid
      }
    }
    return nil
  }

  private static func isMark(_ text: Span<UInt8>) -> Bool {
    text.count >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF
  }
}

/// The reason why a run of valid UTF-8 ends.
enum UTF8Stop: Equatable {
  /// The bytes end.
  case end
  /// The bytes end inside a scalar.
  case truncated
  /// This many bytes follow that begin a scalar but do not form one.
  case invalid(Int)
}

/// Returns the end of the valid UTF-8 that starts at `start`, and why it ends there.
///
/// - Complexity: O(n); processes several ASCII bytes per step.
func checkUTF8(_ bytes: Span<UInt8>, from start: Int) -> (end: Int, stop: UTF8Stop) {
  var index = start
  while true {
    index = bytes.firstIndexBeyondASCII(from: index)
    // Non-ASCII characters tend to come in runs.
    while index < bytes.count, bytes[index] >= 0x80 {
      let (length, second) = scalarShape(bytes[index])
      var next = index &+ 1
      var allowed = second
      while next < index &+ length {
        guard next < bytes.count else { return (index, .truncated) }
        guard allowed.contains(bytes[next]) else { return (index, .invalid(next &- index)) }
        allowed = 0x80...0xBF
        next &+= 1
      }
      if length == 1 { return (index, .invalid(1)) }
      index = next
    }
    if index == bytes.count { return (index, .end) }
  }
}

/// Returns the length of a scalar with a given non-ASCII lead byte, 1 if the lead is invalid, and
/// the valid range of its second byte (Unicode, table 3-7).
@inline(__always)
private func scalarShape(_ lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>) {
  switch lead {
  case 0xC2...0xDF: (2, 0x80...0xBF)
  case 0xE0: (3, 0xA0...0xBF)
  case 0xED: (3, 0x80...0x9F)
  case 0xE1...0xEF: (3, 0x80...0xBF)
  case 0xF0: (4, 0x90...0xBF)
  case 0xF1...0xF3: (4, 0x80...0xBF)
  case 0xF4: (4, 0x80...0x8F)
  default: (1, 0x80...0xBF)
  }
}
