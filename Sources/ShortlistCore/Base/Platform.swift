#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of the C library that the engine calls.
enum Platform {
  /// The sign of the order of the first `count` bytes.
  @unsafe static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> Int {
    guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
    return Int(unsafe memcmp(a, b, count))
  }

  #if SHORTLIST_CHECKS
    /// The value of an environment variable, nil if it is not set.
    @unsafe static func environment(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  #endif
}
