import ShortlistJSON

/// The lines that are not answered yet: which may be carried out, and which requests are given up.
///
/// A line stands in a lane for each list that it names. It may be carried out when it is the first in
/// each of them; one that names none, when it is the first of all.
struct RequestQueue: Sendable {
  /// What stands in the queue.
  struct Entry: Sendable {
    let line: Line
    let lanes: Set<String>
    /// Whether it waits for all before it.
    let isAfterAll: Bool
    /// Is called when it is answered.
    let onEnd: (@Sendable () -> Void)?
    var isBegun = false
    /// Why requests are given up, by their places in the line.
    var stops: [Int: Stop] = [:]
    /// The request that is being carried out.
    var work: (index: Int, task: Work)?
    /// The params of queries whose place this one has taken, the oldest first.
    var superseded: [JSON] = []
  }

  /// Why a request is given up.
  enum Stop: Hashable {
    /// The client does not want it any more, or is gone.
    case cancelled
    /// The query that has this number takes its place.
    case superseded(by: Int)
  }

  /// What carries out a request.
  typealias Work = Task<Result<JSON, RPCError>, Never>

  private var entries: [Int: Entry] = [:]
  /// The numbers of the lines, in the order in which they came.
  private var order: [Int] = []
  private var lanes: [String: [Int]] = [:]
  /// Other names of lanes, kept as long as something stands in the lane.
  private var aliases: [String: Set<String>] = [:]
  /// Those that may be carried out and are not yet.
  private var ready: [Int] = []
  private var lastNumber = 0
  /// How many lines are being carried out.
  private(set) var running = 0
  /// The bytes of all lines.
  private(set) var size = 0

  /// How many lines are not answered yet.
  var count: Int { order.count }

  subscript(number: Int) -> Entry? { entries[number] }

  /// Adds a line that stands in lanes, or without any waits for all before it; answers its number.
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

  /// Lets a handle stand for a lane until nothing stands there any more.
  ///
  /// What the handle is for may come to be, or end, while requests wait. Those that name it are still
  /// answered in the order in which they came.
  mutating func note(_ handle: String, for lane: String) {
    aliases[lane, default: []].insert(handle)
  }

  /// The lane that a handle stands for; nil if it stands for none.
  func lane(of handle: String) -> String? { aliases.first { $0.value.contains(handle) }?.key }

  /// Stands in a lane that is free, as something that is carried out; nil if it is not free.
  mutating func hold(_ lane: String) -> Int? {
    guard lanes[lane] == nil else { return nil }
    let number = add(Line(messages: []), in: [lane], isAfterAll: false)
    ready.removeAll { $0 == number }
    entries[number]?.isBegun = true
    running += 1
    return number
  }

  /// Begins the next line that may be carried out; nil if there is none, or so many are already.
  mutating func begin(atMost limit: Int) -> Int? {
    guard running < limit, !ready.isEmpty else { return nil }
    let number = ready.removeFirst()
    entries[number]?.isBegun = true
    running += 1
    return number
  }

  /// Removes a line that is answered.
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
  /// Notes what carries out a request; answers whether it is given up already.
  mutating func note(_ task: Work, for index: Int, of number: Int) -> Bool {
    entries[number]?.work = (index, task)
    return entries[number]?.stops[index] != nil
  }

  /// Gives up the requests that have an id; answers the work to be cancelled.
  mutating func cancel(_ id: RequestID) -> [Work] {
    order.flatMap { number -> [Work] in
      let messages = entries[number]?.line.messages ?? []
      return messages.indices.flatMap { index in
        messages[index].id == id ? stop(index, of: number, .cancelled) : []
      }
    }
  }

  /// Gives up all requests that stand in a lane, or without one all; answers the work to be cancelled.
  mutating func cancelAll(in lane: String? = nil) -> [Work] {
    (lane.map { lanes[$0] ?? [] } ?? order).flatMap { number -> [Work] in
      let indices = entries[number]?.line.messages.indices ?? 0..<0
      return indices.flatMap { stop($0, of: number, .cancelled) }
    }
  }

  /// Puts a query in the place of those of the same list before it; answers the work to be cancelled.
  ///
  /// Only what reads may stand between them: what else does would do it to other rows.
  mutating func supersede(in lane: String, by number: Int) -> [Work] {
    var work: [Work] = []
    for older in (lanes[lane] ?? []).reversed() where older < number {
      guard let line = entries[older]?.line, !line.isBatch, let message = line.messages.first,
        case .success(let request) = message.request, let method = Method(rawValue: request.method)
      else { break }
      if method == .query {
        work += stop(0, of: older, .superseded(by: number))
      } else if !method.reads {
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

  /// Hands the params of a query that was not carried out to the one that takes its place.
  mutating func passOn(_ number: Int) {
    guard let entry = entries[number], case .superseded(let newer) = entry.stops[0],
      case .success(let request) = entry.line.messages.first?.request
    else { return }
    entries[newer]?.superseded += entry.superseded + [request.params ?? [:]]
  }
}
