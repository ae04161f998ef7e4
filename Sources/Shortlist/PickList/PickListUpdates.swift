extension PickList {
  /// The updates of the picker from now on.
  ///
  /// There can be many listeners; each gets its own sequence. The first update is a reset with what
  /// is visible at that time. A slow listener receives one merged update instead of a queue; each
  /// update begins at the revision at which the one before ended. The sequence ends with the
  /// picker, or if the initial items cannot be loaded.
  public var updates: PickListUpdates<Item> {
    PickListUpdates(list: list, store: store, opening: opening)
  }
}

/// The updates of a picker, for one listener.
public struct PickListUpdates<Item: Sendable>: AsyncSequence, Sendable {
  /// The element type.
  public typealias Element = PickListUpdate<Item>
  /// The sequence never throws.
  public typealias Failure = Never

  private let source: Source
  private let changes: Subscription<ListUpdate>

  init(list: LiveList, store: ItemStore<Item>, opening: PickListIntent<Int>) {
    changes = list.broadcast.subscribe()
    source = Source(list: list, store: store, opening: opening)
  }

  /// Returns an iterator over the updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: source, changes: changes, arrivals: changes.arrivals.makeAsyncIterator())
  }

  /// The source of the updates; it holds the list weakly, so that listeners do not keep it alive.
  fileprivate struct Source: Sendable {
    weak let list: LiveList?
    let store: ItemStore<Item>
    let opening: PickListIntent<Int>

    init(list: LiveList, store: ItemStore<Item>, opening: PickListIntent<Int>) {
      (self.list, self.store, self.opening) = (list, store, opening)
    }

    /// Returns a reset with all that is visible now; nil if the list is gone.
    func first(_ changes: Subscription<ListUpdate>) async -> PickListUpdate<Item>? {
      _ = await opening.task.result
      return await list?.perform { [store] list in
        _ = changes.take()
        return PickListUpdate(
          ListUpdate(
            loading: list.loading, cause: .request, previousRevision: 0,
            revision: list.engine.revision, pending: PendingChanges(.reset),
            total: list.engine.total, count: list.engine.table.count), list, store)
      }
    }

    /// Returns the merged changes since the last update; nil if there are none.
    func next(_ changes: Subscription<ListUpdate>) async -> PickListUpdate<Item>? {
      await list?.perform { [store] list in
        changes.takeFirst().map { PickListUpdate($0, list, store) }
      }
    }
  }

  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source
    fileprivate let changes: Subscription<ListUpdate>
    fileprivate var arrivals: AsyncStream<Void>.Iterator
    private var isBegun = false

    fileprivate init(
      source: Source, changes: Subscription<ListUpdate>, arrivals: AsyncStream<Void>.Iterator
    ) {
      (self.source, self.changes, self.arrivals) = (source, changes, arrivals)
    }

    /// Returns the next update; nil at the end of the sequence.
    public mutating func next() async -> PickListUpdate<Item>? {
      if !isBegun {
        isBegun = true
        guard case .success = await source.opening.task.result else { return nil }
        return await source.first(changes)
      }
      while await arrivals.next(isolation: #isolation) != nil {
        if let update = await source.next(changes) { return update }
      }
      return nil
    }
  }
}
