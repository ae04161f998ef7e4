import Dispatch
import ShortlistSystem

/// A program in a process group of its own, whose output is read as a file.
///
/// It ends when it is stopped or nothing refers to it any more.
package final class SourceProcess: Sendable {
  /// The path of its output.
  package var path: String { "/dev/fd/\(output)" }

  private let output: Int32
  private let stopper: Stopper

  /// The end of a pipe whose closing ends the program.
  private final class Stopper: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { System.closeDescriptor(descriptor) }

    func stop() { System.writeAll(descriptor, [0]) }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The path of the program, and its arguments.
  ///   - environment: Variables besides those of this process, as `NAME=value`.
  ///   - complain: Called with what it writes to its errors first, after that has ended.
  /// - Throws: `TerminalError` if it cannot be started.
  init(
    _ arguments: [[UInt8]], environment: [String],
    complain: @escaping @Sendable (String) -> Void
  ) throws {
    var opened: [Int32] = []
    func pipe() throws -> (Int32, Int32) {
      do {
        let ends = try System.openPipe()
        opened += [ends.0, ends.1]
        return ends
      } catch {
        opened.forEach(System.closeDescriptor)
        throw error
      }
    }
    let (output, input) = try pipe()
    let (errors, errorInput) = try pipe()
    let (stopped, stopper) = try pipe()
    let process: Int32
    do {
      process = try System.start(
        arguments, environment, .apart(output: input, errors: errorInput))
    } catch {
      opened.forEach(System.closeDescriptor)
      throw error
    }
    System.closeDescriptor(input)
    System.closeDescriptor(errorInput)
    self.output = output
    self.stopper = Stopper(stopper)
    DispatchQueue(label: "shortlist.source").async {
      if let text = Self.read(errors, unless: stopped) { complain(text) }
      System.closeDescriptor(errors)
      // The number of the group stays its own until its leader is waited for.
      _ = System.wait(for: [stopped], milliseconds: nil)
      System.endGroup(of: process)
      System.closeDescriptor(stopped)
    }
  }

  deinit {
    stopper.stop()
    System.closeDescriptor(output)
  }

  /// Ends the program and all that it has started in its group.
  package func stop() { stopper.stop() }

  /// Reads the first line of a pipe, and the rest of it, until there is no more or the other pipe
  /// has input.
  ///
  /// - Returns: The line; nil if there is none.
  private static func read(_ pipe: Int32, unless stopped: Int32) -> String? {
    var text: [UInt8] = []
    while true {
      let ready = System.wait(for: [stopped, pipe], milliseconds: nil)
      guard ready[1], !(ready[0] && text.count >= 4096), let bytes = System.readSome(pipe) else {
        break
      }
      if text.count < 4096 { text += bytes }
    }
    let line = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map(String.init)
  }
}
