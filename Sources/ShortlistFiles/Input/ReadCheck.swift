import ShortlistSystem

/// Tells whether a regular file stayed as it was while it was read, so that rows of two states of it
/// are never taken for one.
///
/// More text at its end is no change of what was read. That it grew by more text alone is known by
/// some bytes that are read once more: the first ones and the last ones.
struct ReadCheck {
  private struct Sample {
    var position: Int
    var bytes: [UInt8]
  }

  /// How many bytes are looked at once more, at each end.
  private static let sampleSize = 4096

  private let start: Int
  private var first: Sample?
  private var last: Sample?
  /// Where in the file the bytes end that were read.
  private var end: Int

  /// Begins with a file that was just opened.
  init(_ file: borrowing InputFile) {
    start = file.start
    end = file.start
  }

  /// Notes bytes that were read, which follow those before.
  mutating func take(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    let size = min(bytes.count, Self.sampleSize)
    if first == nil { first = sample(bytes, 0..<size) }
    last = sample(bytes, bytes.count - size..<bytes.count)
    end += bytes.count
  }

  private func sample(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Sample {
    var sample = Sample(position: end + range.lowerBound, bytes: [])
    sample.bytes.append(bytes, range)
    return sample
  }

  /// Checks a file that was read.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - endLine: The line in which it ended; nil if it was not read to its end.
  /// - Throws: `InputError` if the file is not what it was.
  func check(
    _ file: borrowing InputFile, endLine: @autoclosure () -> Int? = nil
  ) throws(InputError) {
    guard file.size != nil else { return }
    let now = try file.status()
    let opened = file.opened
    // The files of the system may have fewer bytes than they claim; those do not change.
    if now.size == opened.size && now.modified == opened.modified { return }
    let endLine = endLine()
    if now.size < max(opened.size, end) || endLine != nil && end < opened.size {
      throw InputError(
        line: endLine,
        reason: "the file became shorter while it was read (from \(opened.size) bytes)")
    }
    if now.size == opened.size { throw Self.changed }
    for sample in [first, last] {
      guard let sample else { continue }
      var bytes = [UInt8](repeating: 0, count: sample.bytes.count)
      let count = try file.read(into: &bytes, at: sample.position)
      if count < bytes.count || bytes != sample.bytes { throw Self.changed }
    }
  }

  private static let changed = InputError(
    reason: "the file was changed while it was read; read it again")
}
