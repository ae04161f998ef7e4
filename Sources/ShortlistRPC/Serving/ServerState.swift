import Shortlist
import ShortlistJSON

/// The mutable state of a server: the client's lists and the unanswered requests.
struct ServerState: Sendable {
  /// An open list.
  struct OpenList: Sendable {
    let list: any ListProtocol
    /// The source of its rows, if this server opened it.
    let source: (any RowSource)?
    /// The updates that the client receives.
    let updates: Subscription<ListUpdate>
    /// Whether the client also receives the changes that others make to the list.
    let isShared: Bool
    /// The members with which the client gave the range of a section (its name in UTF-8), or the
    /// default range (nil).
    var rangeMembers: [[UInt8]?: [String]] = [:]
  }

  var lists: [String: OpenList] = [:]
  private(set) var numbers: [String: ConnectedNumber] = [:]
  /// The sources being read by `list.open`, by the handles that their lists will have.
  var opening: [String: any RowSource] = [:]
  private var handles = 0
  var queue = RequestQueue()
  /// Notifications caused by a request, sent after its answer; by list handle.
  var consequences: [String: [JSON]] = [:]
  /// The lists with updates that could not be sent yet.
  var updated: Set<String> = []
  /// Callbacks for when there is room for more lines (`whenRoom`) or none is left (`whenIdle`).
  var whenRoom: [@Sendable () -> Void] = []
  var whenIdle: [@Sendable () -> Void] = []
  /// The idle executors.
  var executors: [RequestExecutor] = []

  /// Returns a new, unique handle.
  mutating func newHandle(_ letter: String) -> String {
    handles += 1
    return "\(letter)\(handles)"
  }

  /// Registers a range under a handle.
  mutating func connect(_ number: ConnectedNumber, as handle: String) {
    numbers[handle] = number
  }

  /// Removes a range.
  mutating func disconnect(_ handle: String) {
    guard let number = numbers.removeValue(forKey: handle) else { return }
    queue.addAlias(handle, of: number.list)
  }

  /// Removes a list and its ranges.
  mutating func close(_ list: String) {
    lists[list] = nil
    for (handle, number) in numbers where number.list == list { disconnect(handle) }
  }

  /// Adds a line to the queue, and returns the work that it cancels.
  mutating func receive(
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

  /// Returns the handle of the list that a message addresses, open or not; nil if it names none.
  private mutating func lane(of message: inout Message) -> String? {
    guard case .success(let request) = message.request, let method = Method.all[request.method]
    else { return nil }
    guard let target = method.target else {
      // Assign the handle now, so that requests to the list can follow immediately.
      message.newHandle = newHandle("L")
      return message.newHandle
    }
    guard case .object(let params) = request.params,
      case .string(let handle) = params[target.rawValue]
    else { return nil }
    if method == .connectNumber {
      let number = newHandle("N")
      message.newHandle = number
      queue.addAlias(number, of: handle)
    }
    return target == .number ? numbers[handle]?.list ?? queue.lane(of: handle) ?? handle : handle
  }
}

extension Message {
  /// Whether the message is a query that supersedes earlier ones.
  fileprivate var supersedes: Bool {
    guard case .success(let request) = request, request.method == Method.query.name,
      case .object(let params) = request.params
    else { return false }
    return params["supersede"] == true
  }
}
