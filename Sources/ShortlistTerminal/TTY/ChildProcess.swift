import Dispatch

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
      let process = try System.start(
        arguments, environment, .apart(output: input, errors: input))
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

  /// Waits until the program has ended, for a second at most; call it after `stop`.
  ///
  /// A program that the system cannot end yet, as one that reads from a lost server, is not waited
  /// for.
  func waitForEnd() { _ = end.wait(timeout: .now() + 1) }

  /// Reads the output, waits for the end of the program, and ends what is left of its group.
  ///
  /// Nothing else waits for the program, so the number of its group stays its own until then.
  private static func read(
    _ process: Int32, _ output: Int32, _ stopped: Int32, limit: Int,
    _ deliver: ([UInt8]?) -> Void
  ) {
    var rest = limit
    while rest > 0 && !System.wait(for: [stopped, output], milliseconds: nil)[0] {
      if let bytes = System.readSome(output, most: 1 << 16) {
        deliver(Array(bytes.prefix(rest)))
        rest -= bytes.count
        continue
      }
      // A program can close its output and go on.
      while !System.hasEnded(process) && !System.wait(for: [stopped], milliseconds: 20)[0] {}
      break
    }
    System.endGroup(of: process)
    deliver(nil)
  }
}
