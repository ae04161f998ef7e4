#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one function of the C library that the engine calls.
enum Platform {
  /// The sign of the order of the first `count` bytes.
  @unsafe static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> Int {
    guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
    return Int(unsafe memcmp(a, b, count))
  }
}
