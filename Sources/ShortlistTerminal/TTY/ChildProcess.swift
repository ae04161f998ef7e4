import Dispatch
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

/// A program in a process group of its own, whose output is read on a thread.
///
/// Its input is empty, and its errors are part of its output.
final class ChildProcess {
  /// The end of a pipe whose closing ends the program; -1 if it is closed.
  private var stopper: Int32
  private let end = DispatchGroup()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - environment: Variables besides those of this process, as `NAME=value`.
  ///   - limit: The number of bytes of output after which it is ended.
  ///   - deliver: Called with each part of the output, and with nil after the last.
  /// - Throws: `TerminalError` if it cannot be started.
  init(
    _ arguments: [[UInt8]], environment: [String], limit: Int,
    deliver: @escaping @Sendable ([UInt8]?) -> Void
  ) throws {
    let (output, input) = try System.openPipe()
    let (stopped, stopper): (Int32, Int32)
    do { (stopped, stopper) = try System.openPipe() } catch {
      System.closeDescriptor(output)
      System.closeDescriptor(input)
      throw error
    }
    self.stopper = stopper
    do {
      defer { System.closeDescriptor(input) }
      let process = try Self.start(arguments, environment, output: input)
      DispatchQueue(label: "shortlist.preview").async(group: end) {
        Self.read(process, output, stopped, limit: limit, deliver)
        System.closeDescriptor(output)
        System.closeDescriptor(stopped)
      }
    } catch {
      System.closeDescriptor(output)
      System.closeDescriptor(stopped)
      throw error
    }
  }

  deinit { stop() }

  /// Ends the program and all that it has started in its group.
  func stop() {
    if stopper >= 0 { System.closeDescriptor(stopper) }
    stopper = -1
  }

  /// Waits until the program has ended; call it after `stop`.
  func waitForEnd() { end.wait() }

  /// Reads the output, and waits for the end of the program.
  ///
  /// Nothing else waits for it, so the number of its group stays its own until then.
  private static func read(
    _ process: pid_t, _ output: Int32, _ stopped: Int32, limit: Int,
    _ deliver: ([UInt8]?) -> Void
  ) {
    var rest = limit
    var isEnded = false
    while rest > 0 && !isEnded {
      if System.wait(for: [stopped, output], milliseconds: nil)[0] { break }
      guard let bytes = System.readSome(output, most: 1 << 16) else {
        isEnded = true
        break
      }
      deliver(Array(bytes.prefix(rest)))
      rest -= bytes.count
    }
    var status: Int32 = 0
    // A program can close its output and go on.
    while isEnded {
      if unsafe waitpid(process, &status, WNOHANG) != 0 { return deliver(nil) }
      if System.wait(for: [stopped], milliseconds: 20)[0] { break }
    }
    _ = kill(-process, SIGKILL)
    while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
    deliver(nil)
  }

  private static func start(
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

  /// Returns the variables of this process, except those that are set anew.
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
