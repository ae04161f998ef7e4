import ShortlistSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  // Safe: nothing in this process changes the environment.
  @unsafe @preconcurrency import Musl
#else
  // Safe: nothing in this process changes the environment.
  @unsafe @preconcurrency import Glibc
#endif

/// Starting and ending programs.
extension System {
  /// Starts a program in a process group of its own, which has the number of the process.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - environment: Variables besides those of this process, as `NAME=value`.
  ///   - output: What its output and its errors are written to. Its input is empty.
  /// - Returns: The process; end it with `endGroup(of:)`.
  /// - Throws: `TerminalError` if it cannot be started.
  static func start(
    _ arguments: [[UInt8]], _ environment: [String], output: Int32
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    _ = unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
    // Threads of this process block signals, and a screen handles some.
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    _ = unsafe sigfillset(&signals)
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    _ = unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    _ = unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = unsafe Words(arguments)
    let variables = unsafe Words(
      inherited(without: environment) + environment.map { Array($0.utf8) })
    defer {
      unsafe words.free()
      unsafe variables.free()
    }
    var process: pid_t = 0
    guard let path = unsafe words.pointers[0] else { return process }
    let result = unsafe posix_spawnp(
      &process, path, &actions, &attributes, words.pointers, variables.pointers)
    if result != 0 {
      let name = String(decoding: arguments.first ?? [], as: UTF8.self)
      throw TerminalError("\(name) cannot be run: \(Errno(rawValue: result))")
    }
    return process
  }

  /// Returns whether a process that this one started has ended.
  ///
  /// Its number stays in use, and is that of its group.
  static func hasEnded(_ process: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 ? errno != EINTR : unsafe information.si_signo != 0
  }

  /// Ends all processes of the group of a process that this one started, and waits for its end.
  static func endGroup(of process: pid_t) {
    _ = kill(-process, SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  /// Returns the environment variables of this process, without those that are replaced.
  private static func inherited(without names: [String]) -> [[UInt8]] {
    let starts = names.map {
      Array($0.utf8.prefix { $0 != UInt8(ascii: "=") } + [UInt8(ascii: "=")])
    }
    var variables: [[UInt8]] = []
    #if canImport(Darwin)
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe _NSGetEnviron().pointee
    #else
      var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe environ
    #endif
    while let place = unsafe next, let text = unsafe place.pointee {
      let bytes = unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text)))
        .map(UInt8.init(bitPattern:))
      if !starts.contains(where: bytes.starts) { variables.append(bytes) }
      unsafe next = place + 1
    }
    return variables
  }
}

/// Texts as the system takes them.
@unsafe private struct Words {
  /// The texts, each with a NUL at its end, and nil after the last.
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [[UInt8]]) {
    unsafe pointers =
      texts.map { text in
        let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
        for (index, byte) in text.enumerated() { unsafe pointer[index] = CChar(bitPattern: byte) }
        unsafe pointer[text.count] = 0
        return unsafe pointer
      } + [nil]
  }

  func free() {
    for index in unsafe pointers.indices { unsafe pointers[index]?.deallocate() }
  }
}
