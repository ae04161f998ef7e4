extension PickList {
  /// What happens to the picker from now on.
  ///
  /// There can be many listeners; each asks for a sequence of its own. The first update is what is
  /// visible at that time, as a reset. A listener that is late gets one update for all that has
  /// happened meanwhile, not a queue; each begins with the revision that the one before ended with.
  /// The sequence ends with the picker, and if the first items cannot be taken in.
  public var updates: PickListUpdates<Item> {
    PickListUpdates(list: list, store: store, opening: opening)
  }
}

/// What happens to a picker, for one listener.
public struct PickListUpdates<Item: Sendable>: AsyncSequence, Sendable {
  /// What is read.
  public typealias Element = PickListUpdate<Item>
  /// Nothing is thrown.
  public typealias Failure = Never

  private let source: Source
  private let mailbox: ChangeMailbox

  init(list: LiveList, store: ItemStore<Item>, opening: PickListIntent<Int>) {
    mailbox = list.changeBoard.open()
    source = Source(list: list, store: store, opening: opening)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, mailbox: mailbox, arrivals: mailbox.arrivals.makeAsyncIterator())
  }

  /// The list is not held by who listens to it.
  fileprivate struct Source: Sendable {
    weak let list: LiveList?
    let store: ItemStore<Item>
    let opening: PickListIntent<Int>

    init(list: LiveList, store: ItemStore<Item>, opening: PickListIntent<Int>) {
      (self.list, self.store, self.opening) = (list, store, opening)
    }

    /// All that is visible now; nil if there is no list any more.
    func first(_ mailbox: ChangeMailbox) async -> PickListUpdate<Item>? {
      _ = await opening.task.result
      return await list?.perform { [store] list in
        _ = mailbox.take()
        return PickListUpdate(
          ListChange(
            previousRevision: 0, revision: list.engine.revision, changes: .reset, selection: nil,
            total: list.engine.total, count: list.engine.table.count), list, store)
      }
    }

    /// What has come meanwhile; nil if nothing has.
    func next(_ mailbox: ChangeMailbox) async -> PickListUpdate<Item>? {
      await list?.perform { [store] list in
        mailbox.take().map { PickListUpdate($0, list, store) }
      }
    }
  }

  /// Reads one update after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source
    fileprivate let mailbox: ChangeMailbox
    fileprivate var arrivals: AsyncStream<Void>.Iterator
    private var isBegun = false

    fileprivate init(
      source: Source, mailbox: ChangeMailbox, arrivals: AsyncStream<Void>.Iterator
    ) {
      (self.source, self.mailbox, self.arrivals) = (source, mailbox, arrivals)
    }

    /// The next update; nil when there will be none any more.
    public mutating func next() async -> PickListUpdate<Item>? {
      if !isBegun {
        isBegun = true
        guard case .success = await source.opening.task.result else { return nil }
        return await source.first(mailbox)
      }
      while await arrivals.next(isolation: #isolation) != nil {
        if let update = await source.next(mailbox) { return update }
      }
      return nil
    }
  }
}
