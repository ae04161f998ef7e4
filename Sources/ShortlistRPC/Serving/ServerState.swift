import Shortlist
import ShortlistJSON

/// What a server keeps: the lists of its client, and the requests that are not answered yet.
struct ServerState: Sendable {
  /// A list that is open.
  struct OpenList: Sendable {
    let list: LiveList
    /// Where its rows come from, if it was opened here.
    let source: (any RowSource)?
  }

  var lists: [String: OpenList] = [:]
  private(set) var numbers: [String: ConnectedNumber] = [:]
  /// The sources that are being read, by the handles that their lists will have.
  var opening: [String: any RowSource] = [:]
  private var handles = 0
  var queue = RequestQueue()
  /// What the answer to a request has caused, to be told after it, by the handles of lists.
  var consequences: [String: [JSON]] = [:]
  /// The lists to which something has happened that may not be told yet.
  var news: Set<String> = []
  /// What is to be called when there is room for more requests, and when there are none.
  var whenRoom: [@Sendable () -> Void] = []
  var whenIdle: [@Sendable () -> Void] = []
  /// The threads that do nothing.
  var executors: [RequestExecutor] = []

  /// A handle that was never given.
  mutating func newHandle(_ letter: String) -> String {
    handles += 1
    return "\(letter)\(handles)"
  }

  /// Keeps a range under a handle.
  mutating func connect(_ number: ConnectedNumber, as handle: String) {
    numbers[handle] = number
  }

  /// Forgets a range.
  mutating func disconnect(_ handle: String) {
    guard let number = numbers.removeValue(forKey: handle) else { return }
    queue.note(handle, for: number.list)
  }

  /// Forgets a list and its ranges.
  mutating func close(_ list: String) {
    lists[list] = nil
    for (handle, number) in numbers where number.list == list { disconnect(handle) }
  }

  /// Takes a line; answers the work that is to be cancelled.
  mutating func take(
    _ line: Line, _ onEnd: (@Sendable () -> Void)?
  ) -> [RequestQueue.Work] {
    var line = line
    var lanes: Set<String> = []
    var isAfterAll = false
    for index in line.messages.indices {
      let lane = lane(of: &line.messages[index])
      if let lane { lanes.insert(lane) } else { isAfterAll = true }
    }
    var stopped: [RequestQueue.Work] = []
    for message in line.messages {
      if case .success(let request) = message.request, let id = request.cancelled {
        stopped += queue.cancel(id)
      }
    }
    let number = queue.add(line, in: lanes, isAfterAll: isAfterAll, onEnd: onEnd)
    if !line.isBatch, let lane = lanes.first, line.messages.first?.supersedes == true {
      stopped += queue.supersede(in: lane, by: number)
    }
    return stopped
  }

  /// The handle of the list that a message is for, also if it is not open yet; nil if it names none.
  private mutating func lane(of message: inout Message) -> String? {
    guard case .success(let request) = message.request,
      let method = Method(rawValue: request.method)
    else { return nil }
    guard let target = method.target else {
      // The list is known by its handle from now on, so that requests to it can follow at once.
      message.newHandle = newHandle("L")
      return message.newHandle
    }
    guard case .object(let params) = request.params, case .string(let handle) = params[target]
    else {
      return nil
    }
    if method == .connectNumber {
      let number = newHandle("N")
      message.newHandle = number
      queue.note(number, for: handle)
    }
    return target == "number" ? numbers[handle]?.list ?? queue.lane(of: handle) ?? handle : handle
  }
}

extension Message {
  /// Whether it is a query that takes the place of those before it.
  fileprivate var supersedes: Bool {
    guard case .success(let request) = request, request.method == Method.query.rawValue,
      case .object(let params) = request.params
    else { return false }
    return params["supersede"] == true
  }
}
