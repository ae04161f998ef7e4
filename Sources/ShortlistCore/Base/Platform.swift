import ShortlistPlatform

/// The C library functions that the engine calls.
enum Platform {
  /// Compares the first `count` bytes; returns a negative number, zero or a positive number.
  @unsafe static func compare(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, _ count: Int
  ) -> Int {
    guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
    return Int(unsafe memcmp(a, b, count))
  }

  #if SHORTLIST_CHECKS
    /// Returns the value of an environment variable, or nil if it is not set.
    @unsafe static func environment(_ name: String) -> String? {
      unsafe getenv(name).map { unsafe String(cString: $0) }
    }
  #endif
}
