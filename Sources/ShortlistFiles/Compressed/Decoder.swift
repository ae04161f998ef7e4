/// A decoder of compressed bytes.
protocol Decoder: AnyObject {
  /// Whether the bytes so far are whole members or frames.
  var isAtEnd: Bool { get }

  /// Decodes some bytes.
  ///
  /// - Parameters:
  ///   - input: The next compressed bytes; none if the last call filled its output.
  ///   - output: The buffer for the decoded bytes, which is not empty.
  /// - Returns: The number of bytes taken from the input, and of those written to the output.
  /// - Throws: `DecompressionError` if the bytes cannot be decoded.
  @unsafe func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (taken: Int, made: Int)
}

/// The reason why bytes cannot be decoded, phrased as part of a sentence about the file.
struct DecompressionError: Error {
  var reason: String
  /// The number of bytes of the input before the place of the failure.
  var taken = 0

  /// The failure of a library that is not installed.
  static func missing(_ library: String, package: String) -> Self {
    Self(reason: "cannot be decompressed, as \(library) is not installed (Debian: \(package))")
  }

  /// The failure for bytes that are damaged; the detail is the library's.
  static func damaged(_ detail: String, at taken: Int) -> Self {
    Self(reason: "has damaged compressed data (\(detail))", taken: taken)
  }
}
