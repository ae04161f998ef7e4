import Shortlist
import ShortlistJSON
import Synchronization

extension Server {
  /// Answers a line of input: no output for a notification, one line for a request or a batch.
  ///
  /// Returns when the answer is in the output.
  public func answer(_ line: [UInt8]) async {
    await withCheckedContinuation { continuation in
      receive(line) { continuation.resume() }
    }
  }

  /// Queues a line of input, to be answered as soon as possible.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - onAnswer: Called on any thread when the answer is in the output.
  package func receive(_ line: [UInt8], onAnswer: (@Sendable () -> Void)? = nil) {
    receive(Line(line, within: limits), onAnswer: onAnswer)
  }

  func receive(_ line: Line, onAnswer: (@Sendable () -> Void)? = nil) {
    for work in state.withLock({ $0.receive(line, onAnswer) }) { work.cancel() }
    beginMore()
  }

  /// Calls a function when there is room for more lines, immediately or later, on any thread.
  package func whenThereIsRoom(_ body: @escaping @Sendable () -> Void) {
    let isRoom = state.withLock { state in
      if state.isFull(limits) { state.whenRoom.append(body) }
      return !state.isFull(limits)
    }
    if isRoom { body() }
  }

  /// Calls a function when all lines are answered, immediately or later, on any thread.
  func whenIdle(_ body: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { state in
      if state.queue.count > 0 { state.whenIdle.append(body) }
      return state.queue.count == 0
    }
    if isIdle { body() }
  }

  /// Continues after everything taken from the output is written.
  ///
  /// Sends pending list updates, unless more output is waiting, and starts requests that had to
  /// wait.
  ///
  /// While the client does not read, updates are merged.
  public func outputIsWritten() {
    sendUpdates()
    beginMore()
  }
}

// Requests
extension Server {
  /// Starts all requests that may run.
  private func beginMore() {
    while output.size < limits.unwritten,
      let number = state.withLock({ $0.queue.begin(atMost: limits.running) })
    {
      begin(number)
    }
  }

  private func begin(_ number: Int) {
    guard let line = state.withLock({ $0.queue[number]?.line }) else { return }
    if !line.isBatch, let message = line.messages.first, case .failure(let error) = message.request
    {
      if let id = message.id { output.append([bytes(of: [Response(id: id, .failure(error))])]) }
      return end(number)
    }
    let executor = dequeueExecutor()
    Task(executorPreference: executor) { [self] in
      await answer(line, number, on: executor)
      state.withLock { $0.executors.append(executor) }
      beginMore()
    }
  }

  private func dequeueExecutor() -> RequestExecutor {
    state.withLock { $0.executors.popLast() } ?? RequestExecutor()
  }

  private func bytes(of responses: [Response]) -> [UInt8] {
    var bytes: [UInt8] = []
    for response in responses { response.write(into: &bytes, atMost: limits.answerBytes) }
    return bytes
  }

  /// Carries out the requests of a line in order, and answers the line.
  private func answer(_ line: Line, _ number: Int, on executor: RequestExecutor) async {
    var bytes: [UInt8] = line.isBatch ? [UInt8(ascii: "[")] : []
    let start = bytes.count
    // The revision that the answer reports, for each list.
    var revisions: [String: Int] = [:]
    for index in line.messages.indices {
      let message = line.messages[index]
      let outcome = await outcome(of: message, at: index, of: number, on: executor)
      if case .success(let answer) = outcome, let list = answer.list {
        revisions[list] = answer.revision ?? revisions[list]
      }
      guard let id = message.id else { continue }
      if bytes.count > start { bytes.append(UInt8(ascii: ",")) }
      Response(id: id, outcome.map(\.json)).write(into: &bytes, atMost: limits.answerBytes)
    }
    let isAnswered = bytes.count > start
    if line.isBatch { bytes.append(UInt8(ascii: "]")) }
    await put(isAnswered ? bytes : nil, number, revisions)
    end(number)
  }

  private func outcome(
    of message: Message, at index: Int, of number: Int, on executor: RequestExecutor
  ) async -> Result<Answer, RPCError> {
    let request: Request
    do throws(RPCError) { request = try message.request.get() } catch { return .failure(error) }
    let (stop, superseded) = state.withLock { state in
      (state.queue[number]?.stops[index], state.queue[number]?.superseded ?? [])
    }
    var outcome: Result<Answer, RPCError> = .failure(.cancelled)
    if stop == nil {
      let work = Task(executorPreference: executor) { [self] () async -> Result<Answer, RPCError> in
        do {
          return .success(
            try await call(request, newHandle: message.newHandle, superseded: superseded))
        } catch {
          return .failure(RPCError(error))
        }
      }
      if state.withLock({ $0.queue.setWork(work, for: index, of: number) }) { work.cancel() }
      outcome = await work.value
    }
    let isSuperseded = state.withLock { state in
      guard case .failure(.cancelled) = outcome,
        case .superseded = state.queue[number]?.stops[index]
      else { return false }
      state.queue.passOn(number)
      return true
    }
    if isSuperseded { return .failure(.superseded) }
    if case .failure = outcome, !superseded.isEmpty { await restore(superseded, after: request) }
    return outcome
  }

  /// Puts an answer into the output, with the notifications that belong before and after it.
  ///
  /// No answer to another request comes between them. A client may assume that the notifications
  /// after an answer report what its request caused.
  private func put(_ answer: [UInt8]?, _ number: Int, _ revisions: [String: Int]) async {
    let (lanes, isChange) = state.withLock { state in
      (state.queue[number]?.lanes ?? [], state.queue[number]?.line.isChange ?? false)
    }
    var lines: [[UInt8]] = []
    // Updates up to the answer's revision come before it, later ones after it.
    for lane in lanes {
      guard let list = state.withLock({ $0.lists[lane] }) else { continue }
      let updates = list.updates.drain(through: revisions[lane] ?? .max)
      let own = list.isShared && isChange ? revisions[lane] : nil
      lines += notifications(updates, of: lane, own: own)
      lines += await disconnectLostRanges(after: updates, of: lane)
    }
    if let answer { lines.append(answer) }
    for lane in lanes {
      let consequences = state.withLock { $0.consequences.removeValue(forKey: lane) }
      lines += (consequences ?? []).map(\.bytes)
      lines += await notifications(of: lane)
    }
    output.append(lines)
  }

  /// Removes a finished line, or the hold for sending updates, and calls the waiting callbacks.
  private func end(_ number: Int) {
    let (entry, callbacks) = state.withLock { state in
      let entry = state.queue.end(number)
      var callbacks: [@Sendable () -> Void] = []
      if !state.isFull(limits) { swap(&callbacks, &state.whenRoom) }
      if state.queue.count == 0 {
        callbacks += state.whenIdle
        state.whenIdle = []
      }
      return (entry, callbacks)
    }
    entry?.onEnd?()
    for callback in callbacks { callback() }
    // An update may have arrived after the last ones were taken, while the line was still queued.
    sendUpdates()
  }
}

extension ServerState {
  /// Whether the queue is so full that no more lines should be read.
  fileprivate func isFull(_ limits: Limits) -> Bool {
    queue.count >= limits.waiting.lines || queue.size >= limits.waiting.bytes
  }
}

// Notifications
extension Server {
  /// Records that a list may have updates.
  func markUpdated(of handle: String) {
    state.withLock { _ = $0.updated.insert(handle) }
    sendUpdates()
  }

  /// Sends updates of lists for which no request is queued, unless output is waiting to be written.
  private func sendUpdates() {
    guard output.isEmpty else { return }
    let held = state.withLock { state in
      state.updated.compactMap { handle -> (String, Int)? in
        guard let number = state.queue.hold(handle) else { return nil }
        return (handle, number)
      }
    }
    if held.isEmpty { return }
    state.withLock { $0.updated.subtract(held.map(\.0)) }
    for (handle, number) in held {
      let executor = dequeueExecutor()
      Task(executorPreference: executor) { [self] in
        output.append(await notifications(of: handle))
        end(number)
        state.withLock { $0.executors.append(executor) }
        beginMore()
      }
    }
  }

  /// Takes everything that a list has to report and returns the notifications.
  private func notifications(of handle: String) async -> [[UInt8]] {
    let (open, hasNumbers) = state.withLock { state in
      (state.lists[handle], state.numbers.values.contains { $0.list == handle })
    }
    guard let open else { return [] }
    let first = open.updates.drain()
    var lines = notifications(first, of: handle)
    guard hasNumbers, let updates = try? await open.list.drainRangeUpdates() else { return lines }
    // The list update that moved the ranges comes first, if it has just arrived.
    let others = open.updates.drain()
    lines += notifications(others, of: handle)
    lines += await disconnectLostRanges(after: first + others, of: handle)
    for update in updates {
      let number = state.withLock { state in
        state.numbers.first { $0.value.list == handle && $0.value.range == update.handle }?.key
      }
      if let number { lines.append(update.state.notification(of: number).bytes) }
    }
    return lines
  }

  /// Disconnects the ranges whose attribute is gone or of another type, and returns the
  /// notifications of it.
  private func disconnectLostRanges(
    after updates: [ListUpdate], of handle: String
  ) async -> [[UInt8]] {
    if !updates.contains(where: { $0.schema != nil }) { return [] }
    let (list, numbers) = state.withLock { state in
      (state.lists[handle]?.list, state.numbers.filter { $0.value.list == handle })
    }
    var lost: [String] = []
    for (number, connected) in numbers {
      do { _ = try await list?.rangeState(connected.range, ifRevision: nil) } catch {
        if error is InvalidRequestError { lost.append(number) }
      }
    }
    state.withLock { state in for number in lost { state.disconnect(number) } }
    return lost.sorted().map { NumberRangeState(bounds: nil).notification(of: $0).bytes }
  }

  /// Returns the notifications of updates.
  ///
  /// - Parameters:
  ///   - updates: The updates.
  ///   - handle: The handle of the list.
  ///   - own: The revision that the client's own request led to, which its answer describes; nil if
  ///     there is none among the updates.
  /// - Returns: The lines.
  private func notifications(
    _ updates: [ListUpdate], of handle: String, own: Int? = nil
  ) -> [[UInt8]] {
    updates.flatMap { update -> [[UInt8]] in
      var update = update
      if let own, update.cause == .request {
        if update.previousRevision == own - 1 && update.revision == own { return [] }
        // They may contain those of the answer, which the client cannot apply twice.
        (update.pending, update.selection) = (PendingChanges(.reset), nil)
      }
      return [update.notification(of: handle).bytes]
        + [update.selection?.notification(of: handle, revision: update.revision).bytes]
        .compactMap { $0 }
    }
  }
}

// Cancellation
extension Server {
  /// Cancels all requests.
  package func cancelAll() {
    for work in state.withLock({ $0.queue.cancelAll() }) { work.cancel() }
  }

  /// Cancels the requests to lists whose sources are waiting for input or may never end.
  func cancelWaiting() {
    let sources = state.withLock { state in
      state.opening.map { ($0.key, $0.value) }
        + state.lists.compactMap { entry in entry.value.source.map { (entry.key, $0) } }
    }
    for (handle, source) in sources where source.isWaiting {
      for work in state.withLock({ $0.queue.cancelAll(in: handle) }) { work.cancel() }
    }
  }
}
