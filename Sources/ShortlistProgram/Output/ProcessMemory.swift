#if canImport(Glibc)
  import Glibc
  private let thisProcess = RUSAGE_SELF.rawValue
#elseif canImport(Musl)
  import Musl
  private let thisProcess = RUSAGE_SELF
#elseif canImport(Darwin)
  import Darwin
  private let thisProcess = RUSAGE_SELF
#endif

/// What the system knows of the memory of the process.
enum ProcessMemory {
  /// The most that it has held, in bytes; nil if the system does not say.
  static var peak: Int? {
    var usage = rusage()
    guard unsafe getrusage(thisProcess, &usage) == 0 else { return nil }
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Lets all threads share two heaps of the C library, unless the environment says how many.
  ///
  /// With a heap for each thread, as it is else, what one has freed stays with it while others ask the
  /// system for more: a server of large lists took half as much memory again, and more from minute to
  /// minute. To be called before there are threads.
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
}
