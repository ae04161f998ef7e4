import ShortlistPlatform

// All calls go through here. In release builds nothing is added.
extension SystemCall {
  /// Performs a call on an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - count: The number of bytes to read or write; 0 for other calls.
  ///   - body: The call; receives the number of bytes.
  /// - Returns: The result of the call; -1 if it fails.
  @inline(__always)
  func perform(on file: FileDescriptor, _ count: Int, _ body: (Int) -> Int) -> Int {
    #if SHORTLIST_CHECKS
      let effect = Faults.next(self, on: file)
      // Once the file is closed, the system may reuse its number.
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

  /// Performs a call on a path.
  ///
  /// - Returns: The result of the call; -1 if it fails.
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
