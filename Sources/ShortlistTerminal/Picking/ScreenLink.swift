package import Shortlist
import Synchronization

/// Lets others read and drive a picker that is on the screen.
///
///     let link = ScreenLink()
///     async let outcome = pickWithEnd(from: list, options: options, link: link)
///     print(try await link.act("change-query(mü)+first").total)
package final class ScreenLink: Sendable {
  enum Request: Sendable {
    case report
    case act([Action])
    /// The query, a range or the selection was changed.
    case listChanged
  }

  typealias Deliver = @Sendable (_ number: Int, _ request: Request) -> Void

  fileprivate struct State {
    var deliver: Deliver?
    /// The requests from before the screen was there.
    var early: [(Int, Request)] = []
    var unanswered: [Int: CheckedContinuation<ScreenReport, Never>] = [:]
    var count = 0
    /// What the screen showed last; nil as long as it is there.
    var last: ScreenReport?
    var whenReplaced: (@Sendable (any ListProtocol) async -> Void)?
    var whenEnded: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  // MARK: Others

  /// Returns what the screen shows, once it has done what it was asked to.
  package func report() async -> ScreenReport { await ask(.report) }

  /// Carries out actions, as `--bind` has them behind a key, and returns what the screen then
  /// shows.
  ///
  /// - Throws: `InvalidRequestError` for the first action that is wrong; none is carried out then.
  package func act(_ text: String) async throws -> ScreenReport {
    var parser = BindingParser(text)
    let actions: [Action]
    do { actions = try parser.parseActions() } catch {
      throw InvalidRequestError("actions: \(error)")
    }
    return await ask(.act(actions))
  }

  /// Lets the screen follow a change of the list's query, ranges or selection.
  package func reportChange() {
    state.withLock { state in
      if state.last == nil { state.send(.listChanged) }
    }
  }

  /// Sets what to call when the screen shows another list.
  package func whenReplaced(_ body: @escaping @Sendable (any ListProtocol) async -> Void) {
    state.withLock { $0.whenReplaced = body }
  }

  /// Sets what to call when the screen is gone.
  package func whenEnded(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.whenEnded = body }
  }

  private func ask(_ request: Request) async -> ScreenReport {
    await withCheckedContinuation { continuation in
      let last = state.withLock { state -> ScreenReport? in
        if state.last == nil {
          let number = state.send(request)
          state.unanswered[number] = continuation
        }
        return state.last
      }
      if let last { continuation.resume(returning: last) }
    }
  }

  // MARK: The screen

  /// Passes requests to a screen from now on.
  func connect(_ deliver: @escaping Deliver) {
    state.withLock { state in
      state.deliver = deliver
      for (number, request) in state.early { deliver(number, request) }
      state.early = []
    }
  }

  func answer(_ number: Int, _ report: ScreenReport) {
    state.withLock { $0.unanswered.removeValue(forKey: number) }?.resume(returning: report)
  }

  func replaceList(by list: any ListProtocol) async {
    await state.withLock { $0.whenReplaced }?(list)
  }

  /// Answers what is asked and will be asked with the last report, and lets others know.
  func end(_ report: ScreenReport) async {
    let (unanswered, whenEnded) = state.withLock { state in
      state.last = report
      let unanswered = state.unanswered
      (state.unanswered, state.deliver, state.early) = ([:], nil, [])
      return (unanswered, state.whenEnded)
    }
    for continuation in unanswered.values { continuation.resume(returning: report) }
    await whenEnded?()
  }
}

extension ScreenLink.State {
  /// Sends a request now, or when the screen is there; returns its number.
  @discardableResult
  fileprivate mutating func send(_ request: ScreenLink.Request) -> Int {
    count += 1
    if let deliver { deliver(count, request) } else { early.append((count, request)) }
    return count
  }
}
