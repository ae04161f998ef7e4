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
  /// What a program reads and writes, and in which process group it is.
  enum Streams {
    /// Its input is empty; the group is its own, and has the number of the process.
    case apart(output: Int32, errors: Int32)
    /// All is the terminal; the group is that of this process.
    case terminal
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - environment: Variables besides those of this process, as `NAME=value`.
  ///   - streams: What it reads and writes.
  /// - Returns: The process. End one that is apart with `endGroup(of:)`, and wait for one on a
  ///   terminal with `status(of:)`.
  /// - Throws: `TerminalError` if it cannot be started.
  static func start(
    _ arguments: [[UInt8]], _ environment: [String], _ streams: Streams
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
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    switch streams {
    case .apart(let output, let errors):
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
      flags |= POSIX_SPAWN_SETPGROUP
    case .terminal:
      // The terminal is opened anew: the descriptor of this process is in non-blocking mode.
      _ = unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/tty", O_RDWR, 0)
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    // Threads of this process block signals, and a screen handles some.
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    _ = unsafe sigfillset(&signals)
    _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    _ = unsafe posix_spawnattr_setpgroup(&attributes, 0)
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

  /// Waits for a process that this one started, for some time.
  ///
  /// - Returns: Whether it has ended; it cannot be waited for again then.
  static func waitForEnd(of process: pid_t) -> Bool {
    var status: Int32 = 0
    return unsafe waitpid(process, &status, WNOHANG) != 0 && errno != EINTR
  }

  /// Replaces this program by another one, whose input is the terminal if it was not one.
  ///
  /// - Returns: Only if it fails: why.
  static func become(_ arguments: [[UInt8]], _ environment: [String]) -> TerminalError {
    if isatty(0) != 1 {
      let terminal = unsafe open("/dev/tty", O_RDWR)
      if terminal > 0 {
        _ = dup2(terminal, 0)
        closeDescriptor(terminal)
      }
    }
    _ = signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    _ = unsafe sigemptyset(&signals)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &signals, nil)
    let words = unsafe Words(arguments)
    let variables = unsafe Words(
      inherited(without: environment) + environment.map { Array($0.utf8) })
    defer {
      unsafe words.free()
      unsafe variables.free()
    }
    if let path = unsafe words.pointers[0] {
      _ = unsafe execve(path, words.pointers, variables.pointers)
    }
    let name = String(decoding: arguments.first ?? [], as: UTF8.self)
    return TerminalError("\(name) cannot be run: \(Errno(rawValue: errno))")
  }

  /// Sends a signal to a process.
  static func send(_ signal: Int32, to process: pid_t) { _ = kill(process, signal) }

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
