import ShortlistSystem

/// Detects changes to a regular file while it is read, so that rows of two versions never mix.
///
/// Text appended at the end is not such a change. To verify that a grown file was only appended to,
/// it reads the first and the last bytes again and compares them.
struct ReadCheck {
  private struct Sample {
    var position: Int
    var bytes: [UInt8]
  }

  /// The number of bytes to compare at each end.
  private static let sampleSize = 4096

  private let start: Int
  private var first: Sample?
  private var last: Sample?
  /// The offset in the file up to which bytes were read.
  private var end: Int

  /// Creates a check for a file that was just opened.
  init(_ file: borrowing InputFile) {
    start = file.start
    end = file.start
  }

  /// Records the next bytes that were read.
  mutating func update(_ bytes: Span<UInt8>) {
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

  /// Checks that the file has not changed, except by growing.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - endLine: The line on which the file ended; nil if it was not read to its end.
  /// - Throws: `InputError` if the file changed.
  func check(
    _ file: borrowing InputFile, endLine: @autoclosure () -> Int? = nil
  ) throws(InputError) {
    guard file.size != nil || file.isCompressedFile else { return }
    let now = try file.status()
    let opened = file.opened
    // System files may hold fewer bytes than they claim; those do not change.
    if now.size == opened.size && now.modified == opened.modified { return }
    if file.isCompressedFile { throw Self.changed }
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
      let count = try file.read(into: &bytes, at: sample.position) ?? 0
      if count < bytes.count || bytes != sample.bytes { throw Self.changed }
    }
  }

  private static let changed = InputError(
    reason: "the file was changed while it was read; read it again")
}
