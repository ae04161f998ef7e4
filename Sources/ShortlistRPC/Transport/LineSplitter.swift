/// Splits a stream of bytes into lines, regardless of block boundaries.
struct LineSplitter {
  /// The maximum length of a line, in bytes.
  ///
  /// Longer lines are cut to one byte more.
  var limit = Int.max
  /// The start of a line that is not complete yet.
  private var partial: [UInt8] = []
  /// Whether the rest of an overlong line is being skipped.
  private var isSkipping = false

  init(limit: Int = .max) { self.limit = limit }

  /// Consumes the next bytes and returns the lines that they complete, without line terminators.
  ///
  /// A line that is too long is returned as soon as that is known, cut one byte after the limit.
  ///
  /// - Complexity: O(*n*) for *n* new bytes, amortised over a line: earlier bytes of a line are not
  ///   scanned again.
  mutating func append(_ block: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = block
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      add(rest[..<end], to: &lines)
      if !isSkipping { lines.append(partial) }
      partial = []
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    add(rest, to: &lines)
    return lines
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, to lines: inout [[UInt8]]) {
    if isSkipping { return }
    guard bytes.count > limit - partial.count else {
      partial += bytes
      return
    }
    partial += bytes.prefix(limit - partial.count + 1)
    lines.append(partial)
    partial = []
    isSkipping = true
  }

  /// Ends the stream and returns its last line if that has no line terminator.
  mutating func end() -> [UInt8]? {
    defer { partial = [] }
    return partial.isEmpty ? nil : partial
  }
}
