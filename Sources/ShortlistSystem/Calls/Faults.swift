#if SHORTLIST_CHECKS
  import Synchronization

  import ShortlistPlatform

  /// Injects failures into system calls, for tests and only in debug builds.
  ///
  /// It applies to selected files, so tests that run in parallel are not affected. It counts the
  /// calls on them, and makes the selected ones fail.
  package final class Faults: Sendable {
    /// The effect on a selected call.
    package enum Effect: Hashable, Sendable {
      /// The call fails.
      case error(Errno)
      /// The call reads or writes at most one byte.
      case short
    }

    /// The files to which faults apply.
    package enum Files: Hashable, Sendable {
      /// The file at a path, each time it is opened.
      case path(String)
      /// Open files.
      case open(Set<FileDescriptor>)
      /// All files of the process.
      case all
    }

    private struct State {
      var isActive = true
      var open: Set<FileDescriptor>
      var calls = 0
    }

    private let files: Files
    private let calls: Set<SystemCall>
    private let chosen: Range<Int>
    private let effect: Effect
    private let state: Mutex<State>

    private static let active = Mutex<[Faults]>(fromEnvironment.map { [$0] } ?? [])

    /// Creates faults; they take effect within `whileActive(_:)`.
    ///
    /// - Parameters:
    ///   - effect: The effect on the selected calls.
    ///   - chosen: The 0-based range of calls to select, in order.
    ///   - calls: The kinds of calls to count.
    ///   - files: The files to which the faults apply.
    package init(
      _ effect: Effect, at chosen: Range<Int>,
      of calls: Set<SystemCall> = Set(SystemCall.allCases), on files: Files
    ) {
      self.files = files
      self.calls = calls
      self.chosen = chosen
      self.effect = effect
      let open: Set<FileDescriptor> = if case .open(let open) = files { open } else { [] }
      state = Mutex(State(open: open))
    }

    /// Runs `body` with the faults active.
    ///
    /// - Returns: What `body` returns, and the number of counted calls.
    package func whileActive<Value>(
      _ body: () async throws -> Value
    ) async rethrows -> (value: Value, calls: Int) {
      Self.active.withLock { $0.append(self) }
      defer { Self.active.withLock { $0.removeAll { $0 === self } } }
      let value = try await body()
      return (value, count)
    }

    /// The number of counted calls.
    package var count: Int { state.withLock(\.calls) }

    // MARK: Calls

    static func next(_ call: SystemCall, on file: FileDescriptor) -> Effect? {
      for faults in all {
        let effect = faults.next(call) { $0.open.contains(file) || faults.files == .all }
        if let effect { return effect }
      }
      return nil
    }

    static func next(_ call: SystemCall, on path: String) -> Effect? {
      for faults in all {
        let effect = faults.next(call) { _ in [.path(path), .all].contains(faults.files) }
        if let effect { return effect }
      }
      return nil
    }

    static func remember(_ file: FileDescriptor, _ path: String) {
      for faults in all where faults.files == .path(path) {
        faults.state.withLock { _ = $0.open.insert(file) }
      }
    }

    static func forget(_ file: FileDescriptor) {
      for faults in all { faults.state.withLock { _ = $0.open.remove(file) } }
    }

    private static var all: [Faults] { active.withLock { $0 } }

    private func next(_ call: SystemCall, if isMeant: (State) -> Bool) -> Effect? {
      guard calls.contains(call) else { return nil }
      return state.withLock { state in
        guard isMeant(state) else { return nil }
        defer { state.calls += 1 }
        return chosen.contains(state.calls) ? effect : nil
      }
    }

    // MARK: The whole program

    /// The faults that `SHORTLIST_FAULTS` specifies: `write 3 28` makes the fourth `write` fail
    /// with error 28, `any 0+ short` makes all calls read and write single bytes.
    private static var fromEnvironment: Faults? {
      guard let text = unsafe getenv("SHORTLIST_FAULTS") else { return nil }
      let words = unsafe String(cString: text).split(separator: " ")
      precondition(words.count == 3, "SHORTLIST_FAULTS: a call, a number and an error expected")
      let calls = SystemCall(rawValue: String(words[0])).map { Set([$0]) }
      let isLasting = words[1].hasSuffix("+")
      guard let first = Int(isLasting ? words[1].dropLast() : words[1]) else {
        preconditionFailure("SHORTLIST_FAULTS: \(words[1]) is no number")
      }
      let effect = CInt(words[2]).map { Effect.error(Errno(rawValue: $0)) } ?? .short
      return Faults(
        effect, at: first..<(isLasting ? Int.max : first + 1),
        of: calls ?? Set(SystemCall.allCases), on: .all)
    }
  }
#endif
