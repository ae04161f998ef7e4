import ShortlistPlatform

/// The memory of the process.
enum ProcessMemory {
  /// The peak memory, in bytes; nil if the system does not report it.
  static var peak: Int? {
    var usage = rusage()
    guard unsafe getrusage(processUsage, &usage) == 0 else { return nil }
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Limits the C library to two heaps shared by all threads, unless the environment sets a number.
  ///
  /// By default each thread has its own heap, which keeps freed memory while other threads request
  /// more from the system. In a server of large lists, this used half as much memory again, and
  /// more with every minute. Call this before there are threads.
  static func shareHeaps() {
    #if canImport(Glibc)
      // `mallopt` of <malloc.h>, whose declarations are not imported with the C library.
      guard unsafe getenv("MALLOC_ARENA_MAX") == nil, let symbol = unsafe dlsym(nil, "mallopt")
      else { return }
      let set = unsafe unsafeBitCast(symbol, to: (@convention(c) (CInt, CInt) -> CInt).self)
      let arenaMax: CInt = -8
      _ = set(arenaMax, 2)
    #endif
  }

  /// Returns freed memory to the system periodically, until the task is cancelled.
  ///
  /// Otherwise free memory between pieces in use stays with the process: nearly half of it in a
  /// server of large lists, where results come and go. Skips a turn unless memory has grown since
  /// the last time, so that an idle server is left alone.
  static func releaseFreeMemory() async {
    #if canImport(Glibc)
      guard let symbol = unsafe dlsym(nil, "malloc_trim") else { return }
      let trim = unsafe unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
      var kept = 0
      while (try? await Task.sleep(for: .seconds(10))) != nil {
        guard let held = Self.held, held > kept + kept / 16 + (4 << 20) else { continue }
        _ = trim(0)
        kept = Self.held ?? held
      }
    #endif
  }

  #if canImport(Glibc)
    /// The resident memory of the process, in bytes; nil if the system does not report it.
    private static var held: Int? {
      let descriptor = unsafe open("/proc/self/statm", O_RDONLY)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var text = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &text, text.count)
      // The first two fields are the total and the resident size, in pages.
      let pages = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
      return pages.count < 2 ? nil : Int(pages[1]).map { $0 * Int(getpagesize()) }
    }
  #endif
}
