import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The raw mode of a terminal, and the saved mode to restore.
struct RawMode {
  private let descriptor: Int32
  private let saved: termios

  /// Saves the terminal's current mode.
  init(descriptor: Int32) throws {
    var mode = termios()
    if unsafe tcgetattr(descriptor, &mode) != 0 {
      throw TerminalError("the terminal does not tell its mode")
    }
    self.descriptor = descriptor
    saved = mode
  }

  /// Enters raw mode: keys are neither echoed nor turned into signals.
  func enter() {
    var mode = saved
    unsafe cfmakeraw(&mode)
    // Keep output processing, so that line ends of other programs on this terminal stay correct.
    mode.c_oflag = saved.c_oflag
    set(&mode)
  }

  /// Converts input typed before raw mode to what raw mode would have delivered.
  ///
  /// Before raw mode, the terminal translated the Enter key to a line feed.
  ///
  /// - Parameter bytes: The first bytes read in raw mode.
  /// - Returns: The bytes that the keys send.
  func typedBefore(_ bytes: [UInt8]) -> [UInt8] {
    let editsLines = saved.c_lflag & tcflag_t(ICANON) != 0
    let turnsEnter = saved.c_iflag & tcflag_t(ICRNL) != 0
    return editsLines && turnsEnter ? bytes.map { $0 == 0x0A ? 0x0D : $0 } : bytes
  }

  /// Restores the saved mode.
  func leave() {
    var mode = saved
    set(&mode)
  }

  private func set(_ mode: inout termios) {
    while unsafe tcsetattr(descriptor, TCSADRAIN, &mode) != 0 && errno == EINTR {}
  }

  /// Prepares for a crash: `EmergencyExit.run` then sends `bytes` and restores the saved mode.
  func armEmergencyExit(_ bytes: [UInt8]) {
    EmergencyExit.arm(descriptor: descriptor, mode: saved, bytes: bytes)
  }
}

/// Restores the terminal if the process ends while the picker is active.
///
/// All data is in preallocated memory at a fixed address, because a signal handler can use hardly
/// anything else.
enum EmergencyExit {
  @unsafe private struct Record {
    var descriptor: Int32
    var mode: termios
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
  }

  /// The data for the handler.
  // Safe: the pointer is atomic, and a record is never changed or freed.
  nonisolated(unsafe) private static let record =
    unsafe Atomic<UnsafeMutablePointer<Record>?>(nil)

  /// Whether `exit` also restores the terminal.
  private static let isRegistered = atexit { EmergencyExit.run() } == 0

  fileprivate static func arm(descriptor: Int32, mode: termios, bytes: [UInt8]) {
    disarm()
    _ = isRegistered
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
    let pointer = UnsafeMutablePointer<Record>.allocate(capacity: 1)
    unsafe pointer.initialize(
      to: Record(descriptor: descriptor, mode: mode, bytes: copy, count: bytes.count))
    unsafe record.store(pointer, ordering: .releasing)
  }

  /// Disables the restoring of the terminal.
  ///
  /// The record is not freed, because a handler may be reading it.
  static func disarm() { unsafe record.store(nil, ordering: .releasing) }

  /// Restores the terminal, at most once.
  static func run() {
    guard let pointer = unsafe record.exchange(nil, ordering: .acquiring) else { return }
    _ = unsafe write(pointer.pointee.descriptor, pointer.pointee.bytes, pointer.pointee.count)
    _ = unsafe tcsetattr(pointer.pointee.descriptor, TCSANOW, &pointer.pointee.mode)
  }
}
