import ShortlistSystem

/// A decoder of the frames of a zstd file (RFC 8878).
///
/// libzstd verifies the checksum of each frame that has one, and refuses frames that need more than
/// 128 MiB for their window.
@safe final class ZstdDecoder: Decoder {
  private let zstd: Zstd
  private let state: OpaquePointer
  private(set) var isAtEnd = true

  /// Creates a decoder.
  ///
  /// - Throws: `DecompressionError` if libzstd is not installed.
  init() throws(DecompressionError) {
    guard let zstd = Zstd.loaded else { throw .missing("libzstd", package: "libzstd1") }
    guard let state = unsafe zstd.create() else {
      throw DecompressionError(reason: "cannot be decompressed by this libzstd")
    }
    self.zstd = zstd
    unsafe self.state = state
  }

  deinit { _ = unsafe zstd.free(state) }

  @unsafe func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (taken: Int, made: Int) {
    var source = unsafe ZstdBuffer(
      bytes: UnsafeMutableRawPointer(mutating: input.baseAddress), count: input.count)
    var target = unsafe ZstdBuffer(bytes: output.baseAddress, count: output.count)
    // libzstd only reads the source, and writes at most the size of the target.
    let result = unsafe zstd.decode(state, &target, &source)
    if zstd.isError(result) != 0 {
      let detail = unsafe zstd.errorName(result).map { unsafe String(cString: $0) }
      throw .damaged(detail ?? "error \(result) of libzstd", at: unsafe source.position)
    }
    isAtEnd = result == 0
    return unsafe (source.position, target.position)
  }
}

/// A buffer of libzstd, as `ZSTD_inBuffer` and `ZSTD_outBuffer` in zstd.h.
@unsafe private struct ZstdBuffer {
  var bytes: UnsafeMutableRawPointer?
  var count: Int
  var position = 0
}

/// The functions of libzstd, with the types of zstd.h.
@safe private struct Zstd: Sendable {
  typealias Create = @Sendable @convention(c) () -> OpaquePointer?
  typealias Free = @Sendable @convention(c) (OpaquePointer) -> Int
  typealias Decode =
    @Sendable @convention(c) (
      OpaquePointer, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Int
  typealias IsError = @Sendable @convention(c) (Int) -> CUnsignedInt
  typealias ErrorName = @Sendable @convention(c) (Int) -> UnsafePointer<CChar>?

  let create: Create
  let free: Free
  let decode: Decode
  let isError: IsError
  let errorName: ErrorName

  /// The library; nil if it is not installed.
  static let loaded = Zstd()

  private init?() {
    guard let library = LoadedLibrary(linux: "libzstd.so.1", darwin: "libzstd.1.dylib"),
      let create: Create = unsafe library.function("ZSTD_createDStream"),
      let free: Free = unsafe library.function("ZSTD_freeDStream"),
      let decode: Decode = unsafe library.function("ZSTD_decompressStream"),
      let isError: IsError = unsafe library.function("ZSTD_isError"),
      let errorName: ErrorName = unsafe library.function("ZSTD_getErrorName")
    else { return nil }
    unsafe (self.create, self.free, self.decode) = (create, free, decode)
    unsafe (self.isError, self.errorName) = (isError, errorName)
  }
}
