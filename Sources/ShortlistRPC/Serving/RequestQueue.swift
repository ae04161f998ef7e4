import ShortlistJSON

/// The unanswered lines: which may run, and which requests are cancelled or superseded.
///
/// A line is in one lane for each list that it names. It may run when it is first in each of its
/// lanes. A line with a message that names no list may run only when it is the first of all.
struct RequestQueue: Sendable {
  /// A line in the queue.
  struct Entry: Sendable {
    let line: Line
    let lanes: Set<String>
    /// Whether the line waits for all lines before it.
    let isAfterAll: Bool
    /// Called when the line is answered.
    let onEnd: (@Sendable () -> Void)?
    var isBegun = false
    /// Why requests were stopped, by their index in the line.
    var stops: [Int: Stop] = [:]
    /// The request that is running.
    var work: (index: Int, task: Work)?
    /// The params of the queries that this one superseded, oldest first.
    var superseded: [JSON] = []
  }

  /// Why a request was stopped.
  enum Stop: Hashable {
    /// The client cancelled it or disconnected.
    case cancelled
    /// The query with this number superseded it.
    case superseded(by: Int)
  }

  /// The task that carries out a request.
  typealias Work = Task<Result<Answer, RPCError>, Never>

  private var entries: [Int: Entry] = [:]
  /// The numbers of the lines, in order of arrival.
  private var order: [Int] = []
  private var lanes: [String: [Int]] = [:]
  /// Other handles for lanes, kept while the lane is occupied.
  private var aliases: [String: Set<String>] = [:]
  /// The lines that may run but have not started.
  private var ready: [Int] = []
  private var lastNumber = 0
  /// The number of running lines.
  private(set) var running = 0
  /// The total size of all lines, in bytes.
  private(set) var size = 0

  /// The number of unanswered lines.
  var count: Int { order.count }

  subscript(number: Int) -> Entry? { entries[number] }

  /// Adds a line to its lanes and returns its number.
  ///
  /// If `isAfterAll`, it waits for all lines before it.
  mutating func add(
    _ line: Line, in names: Set<String>, isAfterAll: Bool, onEnd: (@Sendable () -> Void)? = nil
  ) -> Int {
    lastNumber += 1
    entries[lastNumber] = Entry(line: line, lanes: names, isAfterAll: isAfterAll, onEnd: onEnd)
    order.append(lastNumber)
    size += line.size
    for name in names { lanes[name, default: []].append(lastNumber) }
    makeReady(lastNumber)
    return lastNumber
  }

  /// Makes a handle an alias of a lane until the lane is empty.
  ///
  /// The object behind the handle may be created or removed while requests wait. The alias keeps
  /// the requests that name it in order of arrival.
  mutating func addAlias(_ handle: String, of lane: String) {
    aliases[lane, default: []].insert(handle)
  }

  /// Returns the lane of which a handle is an alias; nil if there is none.
  func lane(of handle: String) -> String? { aliases.first { $0.value.contains(handle) }?.key }

  /// Occupies a free lane with a running placeholder and returns its number; nil if the lane is
  /// busy.
  mutating func hold(_ lane: String) -> Int? {
    guard lanes[lane] == nil else { return nil }
    let number = add(Line(messages: []), in: [lane], isAfterAll: false)
    ready.removeAll { $0 == number }
    entries[number]?.isBegun = true
    running += 1
    return number
  }

  /// Starts the next line that may run; nil if there is none or `limit` lines are running.
  mutating func begin(atMost limit: Int) -> Int? {
    guard running < limit, !ready.isEmpty else { return nil }
    let number = ready.removeFirst()
    entries[number]?.isBegun = true
    running += 1
    return number
  }

  /// Removes an answered line.
  mutating func end(_ number: Int) -> Entry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    running -= 1
    size -= entry.line.size
    order.removeAll { $0 == number }
    for name in entry.lanes {
      lanes[name]?.removeAll { $0 == number }
      if lanes[name]?.isEmpty == true {
        lanes[name] = nil
        aliases[name] = nil
      }
      if let next = lanes[name]?.first { makeReady(next) }
    }
    if let first = order.first { makeReady(first) }
    return entry
  }

  private mutating func makeReady(_ number: Int) {
    guard let entry = entries[number], !entry.isBegun, !ready.contains(number),
      entry.lanes.allSatisfy({ lanes[$0]?.first == number }),
      !entry.isAfterAll || order.first == number
    else { return }
    ready.append(number)
  }
}

// Giving up
extension RequestQueue {
  /// Records the task that carries out a request, and returns whether the request is already
  /// stopped.
  mutating func setWork(_ task: Work, for index: Int, of number: Int) -> Bool {
    entries[number]?.work = (index, task)
    return entries[number]?.stops[index] != nil
  }

  /// Stops the requests with an id, and returns the work to cancel.
  mutating func cancel(_ id: RequestID) -> [Work] {
    order.flatMap { number -> [Work] in
      let messages = entries[number]?.line.messages ?? []
      return messages.indices.flatMap { index in
        messages[index].id == id ? stop(index, of: number, .cancelled) : []
      }
    }
  }

  /// Stops all requests in a lane, or all requests if the lane is nil; returns the work to cancel.
  mutating func cancelAll(in lane: String? = nil) -> [Work] {
    (lane.map { lanes[$0] ?? [] } ?? order).flatMap { number -> [Work] in
      let indices = entries[number]?.line.messages.indices ?? 0..<0
      return indices.flatMap { stop($0, of: number, .cancelled) }
    }
  }

  /// Makes a query supersede earlier queries of the same list, and returns the work to cancel.
  ///
  /// Looks back only past methods that read. Skipping a query before any other method would make
  /// that method apply to different rows.
  mutating func supersede(in lane: String, by number: Int) -> [Work] {
    var work: [Work] = []
    for older in (lanes[lane] ?? []).reversed() where older < number {
      guard let line = entries[older]?.line, !line.isBatch, let message = line.messages.first,
        case .success(let request) = message.request, let method = Method.all[request.method]
      else { break }
      if method == .query {
        work += stop(0, of: older, .superseded(by: number))
      } else if method.access != .read {
        break
      }
    }
    return work
  }

  private mutating func stop(_ index: Int, of number: Int, _ reason: Stop) -> [Work] {
    guard let entry = entries[number], entry.stops[index] == nil else { return [] }
    entries[number]?.stops[index] = reason
    guard let work = entry.work, work.index == index else { return [] }
    return [work.task]
  }

  /// Passes the params of a query that did not run to the query that superseded it.
  mutating func passOn(_ number: Int) {
    guard let entry = entries[number], case .superseded(let newer) = entry.stops[0],
      case .success(let request) = entry.line.messages.first?.request
    else { return }
    entries[newer]?.superseded += entry.superseded + [request.params ?? [:]]
  }
}
