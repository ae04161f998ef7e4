import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The mode of a terminal in which every key comes at once, and how to go back from it.
struct RawMode {
  private let descriptor: Int32
  private let saved: termios

  /// Remembers the mode that a terminal is in.
  init(descriptor: Int32) throws {
    var mode = termios()
    if unsafe tcgetattr(descriptor, &mode) != 0 {
      throw TerminalError("the terminal does not tell its mode")
    }
    self.descriptor = descriptor
    saved = mode
  }

  /// Changes to raw mode: keys are neither shown nor turned into signals.
  func enter() {
    var mode = saved
    unsafe cfmakeraw(&mode)
    // Line ends of other programs that write to this terminal stay right.
    mode.c_oflag = saved.c_oflag
    set(&mode)
  }

  /// What was typed before raw mode, as it would come in raw mode.
  ///
  /// Until then the terminal turned the key Enter into the end of a line.
  ///
  /// - Parameter bytes: What is read first in raw mode.
  /// - Returns: The bytes that the keys send.
  func typedBefore(_ bytes: [UInt8]) -> [UInt8] {
    let editsLines = saved.c_lflag & tcflag_t(ICANON) != 0
    let turnsEnter = saved.c_iflag & tcflag_t(ICRNL) != 0
    return editsLines && turnsEnter ? bytes.map { $0 == 0x0A ? 0x0D : $0 } : bytes
  }

  /// Goes back to the mode that the terminal was in.
  func leave() {
    var mode = saved
    set(&mode)
  }

  private func set(_ mode: inout termios) {
    while unsafe tcsetattr(descriptor, TCSADRAIN, &mode) != 0 && errno == EINTR {}
  }

  /// Prepares for a crash: `EmergencyExit.run` then sends `bytes` and goes back to this mode.
  func armEmergencyExit(_ bytes: [UInt8]) {
    EmergencyExit.arm(descriptor: descriptor, mode: saved, bytes: bytes)
  }
}

/// What brings the terminal back when the process ends in another way than by the picker.
///
/// Everything it takes is at hand in memory that stays where it is: in a signal handler hardly
/// anything else may be used.
enum EmergencyExit {
  @unsafe private struct Record {
    var descriptor: Int32
    var mode: termios
    var bytes: UnsafeMutablePointer<UInt8>
    var count: Int
  }

  /// What a handler needs.
  // Safe: the pointer is atomic, and a record is never changed or freed.
  nonisolated(unsafe) private static let record =
    unsafe Atomic<UnsafeMutablePointer<Record>?>(nil)

  /// `exit` brings the terminal back too.
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

  /// Says that nothing is to be brought back any more.
  ///
  /// The few bytes stay allocated: a handler may be reading them.
  static func disarm() { unsafe record.store(nil, ordering: .releasing) }

  /// Brings the terminal back, once.
  static func run() {
    guard let pointer = unsafe record.exchange(nil, ordering: .acquiring) else { return }
    _ = unsafe write(pointer.pointee.descriptor, pointer.pointee.bytes, pointer.pointee.count)
    _ = unsafe tcsetattr(pointer.pointee.descriptor, TCSANOW, &pointer.pointee.mode)
  }
}
