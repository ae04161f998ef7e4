import ShortlistSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system calls that the terminal code needs.
enum System {
  /// Opens the controlling terminal of the process, independent of its standard streams.
  static func openTerminal() throws -> Int32 {
    do throws(Errno) {
      return try FileDescriptor.open("/dev/tty", for: .readingAndWriting).rawValue
    } catch { throw TerminalError("there is no terminal: /dev/tty: \(error)") }
  }

  /// Opens a pipe and returns its read end and write end.
  static func openPipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    if unsafe pipe(&ends) != 0 { throw TerminalError("no pipe: \(Errno(rawValue: errno))") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func closeDescriptor(_ descriptor: Int32) {
    FileDescriptor(rawValue: descriptor).close()
  }

  /// Reads the available bytes, at least one; nil at the end or if reading fails.
  static func readSome(_ descriptor: Int32, most: Int = 4096) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: most)
    guard let count = try? FileDescriptor(rawValue: descriptor).read(into: &bytes, bytes.indices),
      count > 0
    else { return nil }
    return Array(bytes[..<count])
  }

  /// Writes all bytes; gives up on an error.
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) {
    try? FileDescriptor(rawValue: descriptor).write(bytes)
  }

  /// Waits until there is input.
  ///
  /// - Returns: For each descriptor, whether a read would not block; all false on timeout.
  static func wait(for descriptors: [Int32], milliseconds: Int32?) -> [Bool] {
    var waiting = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
      if count >= 0 { return waiting.map { $0.revents != 0 } }
      if errno != EINTR { return waiting.map { _ in true } }
    }
  }

  /// Returns the size of a terminal; 80 by 24 if it is unknown.
  static func size(of descriptor: Int32) -> Size {
    var size = winsize()
    let result = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    if result != 0 || size.ws_col == 0 || size.ws_row == 0 { return Size(columns: 80, rows: 24) }
    return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// Sends a signal to all processes of this process's group, like the terminal's own keys.
  static func signalGroup(_ signal: Int32) { _ = kill(0, signal) }

  /// Ends the process by a signal, unless the signal is handled.
  ///
  /// Signals the process rather than this thread, because pool threads block signals.
  static func end(by signal: Int32) {
    _ = kill(getpid(), signal)
    _ = poll(nil, 0, 1000)
  }
}
