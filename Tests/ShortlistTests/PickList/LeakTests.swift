import ShortlistControls
import Testing

@testable import Shortlist

/// Nothing of the library is held by anybody but who was given it, also while it is at work.
@Suite("What nobody holds is gone")
struct LeakTests {
  /// Keeps an eye on an object without holding it.
  private struct Trace: Sendable {
    weak let object: (any AnyObject & Sendable)?

    init(_ object: (any AnyObject & Sendable)?) { self.object = object }

    /// Waits until the object is gone.
    func end() async { while object != nil { await Task.yield() } }
  }

  private let people = (0..<20_000).map { Contact(id: $0, name: "name \($0 % 1000)") }

  /// Any of it takes a second on a machine that does nothing else.
  @Test(
    "a picker and its list, idle, opening, and in the midst of searches", .timeLimit(.minutes(10)))
  func pickers() async throws {
    for isOpened in [true, false] {
      for requests in [0, 20] {
        var picker: PickList<Contact>? = PickList(contacts: people)
        let traces = [
          Trace(picker), Trace(picker?.list), Trace(picker?.queue), Trace(picker?.store),
        ]
        if isOpened { try await picker?.waitUntilLoaded() }
        for number in 0..<requests { picker?.search = "name \(number)" }
        for number in 0..<requests { picker?.window = .flexible(length: number + 1) }
        picker = nil
        for trace in traces { await trace.end() }
      }
    }
  }

  @Test(
    "a picker with a listener, after the listener is cancelled", .timeLimit(.minutes(10)))
  func listeners() async throws {
    func listen(to picker: PickList<Contact>?) throws -> Task<[Int], any Error> {
      let updates = try #require(picker).updates
      return Task {
        var revisions: [Int] = []
        for try await update in updates { revisions.append(update.revision) }
        return revisions
      }
    }
    var picker: PickList<Contact>? = PickList(contacts: people)
    let traces = [Trace(picker), Trace(picker?.list)]
    let listener = try listen(to: picker)
    for number in 0..<20 { picker?.search = "name \(number)" }
    picker = nil
    listener.cancel()
    for trace in traces { await trace.end() }
    let revisions = (try? await listener.value) ?? []
    #expect(revisions == revisions.sorted())
  }

  @Test("a picker that only its listener has is there until the listener leaves")
  func listenedTo() async throws {
    func open() -> (PickListUpdates<Contact>, Trace) {
      let picker = PickList(contacts: people)
      return (picker.updates, Trace(picker.list))
    }
    func firstUpdate(of updates: PickListUpdates<Contact>) async throws -> Int? {
      for try await update in updates { return update.total }
      return nil
    }
    var (updates, trace): (PickListUpdates<Contact>?, Trace) = open()
    #expect(try await firstUpdate(of: try #require(updates)) == people.count)
    updates = nil
    await trace.end()
  }

  @MainActor
  @Test("a model, and its picker with it", .timeLimit(.minutes(10)))
  func models() async throws {
    for waits in [true, false] {
      var model: PickListModel<Contact>? = PickListModel(PickList(contacts: people))
      let traces = [Trace(model), Trace(model?.picker), Trace(model?.picker.list)]
      if waits { while model?.revision == 0 { await Task.yield() } }
      for number in 0..<20 { model?.searchText = "name \(number)" }
      model?.select(.all())
      model?.filter("no such filter:")
      model = nil
      for trace in traces { await trace.end() }
    }
  }

  @Test("a list, opened and being read", .timeLimit(.minutes(10)))
  func lists() async throws {
    let source = Numbers(count: 200_000)
    var opened: LiveList? = try await LiveList.open(source)
    var loading: LiveList? = LiveList.loading(source)
    let traces = [Trace(opened), Trace(loading)]
    let search = Task { [weak opened] in try await opened?.updateQuery { $0.search = "7" } }
    _ = try await search.value
    (opened, loading) = (nil, nil)
    for trace in traces { await trace.end() }
  }

  @MainActor
  @Test("a suggestion field and a searcher", .timeLimit(.minutes(10)))
  func parts() async throws {
    var list: LiveList? = try await LiveList.open(Numbers(count: 20_000, isText: true))
    var field = list.map { SuggestionField($0, attribute: "n") }
    var searcher = list.map { ListSearcher($0) }
    let traces = [Trace(list), Trace(field), Trace(searcher)]
    for number in 0..<20 {
      Task { [weak field] in try await field?.enter("\(number)") }
      searcher?.query = "\(number)"
      searcher?.search()
    }
    while field?.text.isEmpty == true { await Task.yield() }
    (field, searcher, list) = (nil, nil, nil)
    for trace in traces { await trace.end() }
  }
}

/// Numbers as a source of rows.
private struct Numbers: RowSource {
  let name = "numbers"
  let count: Int
  var isText = false

  func read(
    into builder: inout TableBuilder,
    progress: (inout TableBuilder, LoadProgress) throws -> Void
  ) throws {
    let column = builder.column(named: "n")
    for row in 0..<count {
      builder.beginRow(line: row + 1)
      builder.append(isText ? .text : .integer, Array(String(row).utf8).span, column: column)
      builder.endRow()
      try progress(&builder, LoadProgress(rows: row + 1, bytes: 0))
    }
  }
}
