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
}
