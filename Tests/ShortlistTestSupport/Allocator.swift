import ShortlistPlatform

/// What the allocator of the process has handed out.
package enum Allocator {
  /// The bytes that are in use; nil where nobody says.
  package static var bytes: Int? {
    #if canImport(Glibc)
      guard let report else { return nil }
      let figures = ["current", "fast", "rest", "mmap"].map { last($0, in: report) ?? 0 }
      return figures[0] - figures[1] - figures[2] + figures[3]
    #elseif canImport(Darwin)
      return Int(mstats().bytes_used)
    #else
      return nil
    #endif
  }

  #if canImport(Glibc)
    private typealias Report = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

    /// What `malloc_info` tells, whose declaration is not imported with the C library.
    private static var report: String? {
      // A sanitizer has an allocator of its own, of which this one knows nothing.
      for sanitizer in ["__asan_init", "__tsan_init"] where unsafe dlsym(nil, sanitizer) != nil {
        return nil
      }
      guard let symbol = unsafe dlsym(nil, "malloc_info") else { return nil }
      let tell = unsafe unsafeBitCast(symbol, to: Report.self)
      var text: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let file = unsafe open_memstream(&text, &size) else { return nil }
      _ = unsafe tell(0, file)
      unsafe fclose(file)
      defer { unsafe free(text) }
      return unsafe text.map { unsafe String(cString: $0) }
    }

    /// The size of a type where it stands last, which is after all heaps.
    private static func last(_ type: String, in report: String) -> Int? {
      report.split(separator: "\n").last { $0.contains("type=\"\(type)\"") }
        .flatMap { $0.split(separator: "\"").last { Int($0) != nil } }.flatMap { Int($0) }
    }
  #endif
}
