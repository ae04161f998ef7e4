#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Every call goes through here. In release builds that is the call alone.
extension SystemCall {
  /// Calls the system about an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - count: How many bytes are to be read or written; 0 for other calls.
  ///   - body: The call, with the number of bytes.
  /// - Returns: What the call returns; -1 if it fails.
  @inline(__always)
  func perform(on file: FileDescriptor, _ count: Int, _ body: (Int) -> Int) -> Int {
    #if SHORTLIST_CHECKS
      let effect = Faults.next(self, on: file)
      // Once it is closed, the number may be that of another file.
      if self == .close { Faults.forget(file) }
      switch effect {
      case .error(let error):
        if self == .close { _ = body(count) }
        errno = error.rawValue
        return -1
      case .short: return body(min(count, 1))
      case nil: return body(count)
      }
    #else
      return body(count)
    #endif
  }

  /// Calls the system about a path.
  ///
  /// - Returns: What the call returns; -1 if it fails.
  @inline(__always)
  func perform(on path: String, _ body: () -> CInt) -> CInt {
    #if SHORTLIST_CHECKS
      if case .error(let error) = Faults.next(self, on: path) {
        errno = error.rawValue
        return -1
      }
      let result = body()
      if self == .open && result >= 0 { Faults.remember(FileDescriptor(rawValue: result), path) }
      return result
    #else
      return body()
    #endif
  }
}
