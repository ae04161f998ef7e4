/// The text of a compressed file, which is read from front to back.
///
/// It keeps a block of the file and what the decoder needs: 32 KiB for gzip, and at most 128 MiB
/// for zstd. A text of more than 256 MiB may be at most 250 times as large as the file.
final class DecompressedText {
  let form: CompressedForm
  private let decoder: any Decoder
  /// The size up to which the text may be any number of times as large as the file.
  private let limit: Int
  private var block: [UInt8]
  /// The bytes of the block that are not decoded yet.
  private var rest: Range<Int>
  /// Whether the decoder may have text without more bytes.
  private(set) var hasMore = false
  /// The number of bytes of the file that were read.
  private var position: Int
  /// The number of bytes of the text that were decoded.
  private var made = 0

  /// Creates the text of a file.
  ///
  /// - Parameters:
  ///   - form: How the file is compressed.
  ///   - start: The bytes of the file that are already read.
  ///   - limit: The size up to which the text may be any number of times as large as the file.
  /// - Throws: `InputError` if the library is not installed.
  init(_ form: CompressedForm, start: [UInt8] = [], limit: Int) throws(InputError) {
    self.form = form
    self.limit = limit
    (block, rest, position) = (start, start.indices, start.count)
    do throws(DecompressionError) {
      switch form {
      case .gzip: decoder = try GzipDecoder()
      case .zstd: decoder = try ZstdDecoder()
      }
    } catch { throw InputError(reason: "\(error.reason); pass it through \(form.command)") }
  }

  /// The default limit: 256 MiB.
  static let limit = 256 << 20
  /// How many times as large as the file a longer text may be.
  private static let mostTimes = 250
  /// The size of a block in bytes.
  private static let blockSize = 256 << 10

  /// Reads the next bytes of the text.
  ///
  /// - Parameters:
  ///   - buffer: The buffer for them.
  ///   - range: The range of the buffer to fill, which is not empty.
  ///   - more: Reads the bytes at a position of the file into a block; returns their number, 0 at
  ///     the end, and nil if there are none yet.
  /// - Returns: The number of bytes of text; 0 at the end, and nil if there are none yet.
  /// - Throws: `InputError` if the file is damaged or ends too early, or if the text is too large
  ///   for it; rethrows errors of `more`.
  func read(
    into buffer: inout [UInt8], _ range: Range<Int>,
    more: (inout [UInt8], Int) throws(InputError) -> Int?
  ) throws(InputError) -> Int? {
    while true {
      if rest.isEmpty && !hasMore {
        if block.count < Self.blockSize { block = Array(repeating: 0, count: Self.blockSize) }
        guard let count = try more(&block, position) else { return nil }
        rest = 0..<count
        position += count
        if rest.isEmpty {
          if decoder.isAtEnd { return 0 }
          throw error("ends in the middle of its compressed data")
        }
      }
      let count = try decode(into: &buffer, range)
      if count > 0 { return count }
    }
  }

  /// Decodes bytes of the block.
  private func decode(
    into buffer: inout [UInt8], _ range: Range<Int>
  ) throws(InputError) -> Int {
    let (input, decoder) = (rest, decoder)
    let result = unsafe block.withUnsafeBytes { block in
      unsafe buffer.withUnsafeMutableBytes { buffer -> Result<(Int, Int), DecompressionError> in
        do throws(DecompressionError) {
          // Both ranges are checked, and used only within the closures.
          return .success(
            try unsafe decoder.decode(
              UnsafeRawBufferPointer(rebasing: block[input]),
              into: UnsafeMutableRawBufferPointer(rebasing: buffer[range])))
        } catch { return .failure(error) }
      }
    }
    switch result {
    case .failure(let failure):
      rest.removeFirst(failure.taken)
      throw error(failure.reason)
    case .success((let taken, let count)):
      rest.removeFirst(taken)
      made += count
      hasMore = !decoder.isAtEnd && count == range.count
      if made > max(limit, Self.mostTimes * (position - rest.count)) {
        throw error(
          "becomes over \(Self.mostTimes) times as large when it is decompressed; if that is right, "
            + "pass it through \(form.command)")
      }
      return count
    }
  }

  private func error(_ reason: String) -> InputError {
    InputError(reason: "\(reason) (at byte \(position - rest.count))")
  }
}
