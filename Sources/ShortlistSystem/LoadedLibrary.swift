import ShortlistPlatform

/// A library that is loaded when it is needed, so that the program runs without it.
@safe package struct LoadedLibrary: Sendable {
  // The handle is only passed to `dlsym`, which any thread may call.
  private nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Loads a library; nil if it is not installed.
  ///
  /// - Parameters:
  ///   - linux: Its file name on Linux.
  ///   - darwin: Its file name on macOS.
  package init?(linux: String, darwin: String) {
    #if canImport(Darwin)
      let name = darwin
    #else
      let name = linux
    #endif
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    unsafe self.handle = handle
  }

  /// Returns a function of the library; nil if it has none of that name.
  ///
  /// `Function` must be the type that the library's header declares.
  @unsafe package func function<Function>(_ name: String) -> Function? {
    unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: Function.self) }
  }
}
