import ShortlistPlatform

/// The memory of the machine, or of the container that the process runs in.
package enum SystemMemory {
  /// The number of bytes of the machine's memory, or the limit of the container if it is less.
  package static let bytes = limits.reduce(machine, min)

  /// The number of bytes of the machine's memory; 4 GiB if the system does not tell.
  private static var machine: Int {
    let (pages, size) = (sysconf(CInt(_SC_PHYS_PAGES)), sysconf(CInt(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? pages * size : 4 << 30
  }

  /// The limits of control groups, which containers have on Linux.
  private static var limits: [Int] {
    ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap {
      path in
      guard let file = try? FileDescriptor.open(path) else { return nil }
      defer { file.close() }
      var text = [UInt8](repeating: 0, count: 32)
      guard let count = try? file.read(into: &text, 0..<text.count) else { return nil }
      // Without a limit, it is a word.
      let digits = text.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
      return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
