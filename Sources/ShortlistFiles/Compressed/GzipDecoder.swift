import ShortlistSystem

/// A decoder of the members of a gzip file (RFC 1952).
///
/// zlib verifies the checksum and the length of each member.
@safe final class GzipDecoder: Decoder {
  private let zlib: Zlib
  private let state: UnsafeMutablePointer<ZlibState>
  private(set) var isAtEnd = true

  /// Creates a decoder.
  ///
  /// - Throws: `DecompressionError` if zlib is not installed.
  init() throws(DecompressionError) {
    guard let zlib = Zlib.loaded else { throw .missing("zlib", package: "zlib1g") }
    self.zlib = zlib
    unsafe state = UnsafeMutablePointer<ZlibState>.allocate(capacity: 1)
    unsafe state.initialize(to: ZlibState())
    // The state stays at its address, as zlib requires.
    let result = unsafe zlib.begin(
      state, Self.gzip, Zlib.version, CInt(MemoryLayout<ZlibState>.size))
    if result != Zlib.ok { throw DecompressionError(reason: "cannot be decompressed by this zlib") }
  }

  deinit {
    _ = unsafe zlib.end(state)
    unsafe state.deallocate()
  }

  /// The greatest window, and headers as gzip writes them.
  private static let gzip: CInt = 15 + 16
  /// The maximum number of bytes in one call of zlib, which counts them in 32 bits.
  private static let most = 1 << 30

  @unsafe func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecompressionError) -> (taken: Int, made: Int) {
    if isAtEnd {
      // Zeros that fill the last block of a tape do not begin a member.
      if unsafe input.allSatisfy({ $0 == 0 }) { return (input.count, 0) }
      _ = unsafe zlib.reset(state)
    }
    let (offered, room) = (min(input.count, Self.most), min(output.count, Self.most))
    unsafe state.pointee.input = input.baseAddress
    unsafe state.pointee.inputCount = CUnsignedInt(offered)
    unsafe state.pointee.output = output.baseAddress
    unsafe state.pointee.outputCount = CUnsignedInt(room)
    // zlib reads at most `offered` and writes at most `room` bytes.
    let result = unsafe zlib.inflate(state, 0)
    let taken = unsafe offered - Int(state.pointee.inputCount)
    guard [Zlib.ok, Zlib.isAtEnd, Zlib.noProgress].contains(result) else {
      let detail = unsafe state.pointee.message.map { unsafe String(cString: $0) }
      throw .damaged(detail ?? "error \(result) of zlib", at: taken)
    }
    isAtEnd = result == Zlib.isAtEnd
    return (taken, unsafe room - Int(state.pointee.outputCount))
  }
}

/// The state of zlib, as `z_stream` in zlib.h, which has been the same since version 1.0.
@unsafe private struct ZlibState {
  var input: UnsafeRawPointer?
  var inputCount: CUnsignedInt = 0
  var inputTotal: CUnsignedLong = 0
  var output: UnsafeMutableRawPointer?
  var outputCount: CUnsignedInt = 0
  var outputTotal: CUnsignedLong = 0
  var message: UnsafePointer<CChar>?
  var state: UnsafeMutableRawPointer?
  var allocate: UnsafeRawPointer?
  var free: UnsafeRawPointer?
  var opaque: UnsafeRawPointer?
  var dataType: CInt = 0
  var checksum: CUnsignedLong = 0
  var reserved: CUnsignedLong = 0
}

/// The functions of zlib, with the types of zlib.h.
@safe private struct Zlib: Sendable {
  typealias Begin =
    @Sendable @convention(c) (
      UnsafeMutableRawPointer, CInt, UnsafePointer<CChar>, CInt
    ) -> CInt
  typealias Inflate = @Sendable @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  typealias Call = @Sendable @convention(c) (UnsafeMutableRawPointer) -> CInt

  let begin: Begin
  let inflate: Inflate
  let reset: Call
  let end: Call

  /// The library; nil if it is not installed.
  static let loaded = Zlib()

  /// zlib compares its first digit with that of its own version.
  static let version = "1"
  static let ok: CInt = 0
  static let isAtEnd: CInt = 1
  static let noProgress: CInt = -5

  private init?() {
    guard let library = LoadedLibrary(linux: "libz.so.1", darwin: "libz.1.dylib"),
      let begin: Begin = unsafe library.function("inflateInit2_"),
      let inflate: Inflate = unsafe library.function("inflate"),
      let reset: Call = unsafe library.function("inflateReset"),
      let end: Call = unsafe library.function("inflateEnd")
    else { return nil }
    unsafe (self.begin, self.inflate, self.reset, self.end) = (begin, inflate, reset, end)
  }
}
