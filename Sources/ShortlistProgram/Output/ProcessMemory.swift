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

  /// Gives memory that was freed back to the system, from time to time until the task is cancelled.
  ///
  /// What lies between pieces that are in use stays with the process else: in a server of large lists,
  /// where results come and go, nearly half of it. It is looked at again when there is more than after
  /// the last time, so that a server that does nothing is left alone.
  static func giveBack() async {
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
    /// What is in memory of the process, in bytes; nil if the system does not say.
    private static var held: Int? {
      let descriptor = unsafe open("/proc/self/statm", O_RDONLY)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var text = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(descriptor, &text, text.count)
      // The size of the process, and what of it is in memory, in pages.
      let pages = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
      return pages.count < 2 ? nil : Int(pages[1]).map { $0 * Int(getpagesize()) }
    }
  #endif
}
