extension PickList {
  /// The updates of the picker from now on.
  ///
  /// There can be many listeners; each gets its own sequence. The first update is a reset with what
  /// is visible at that time. A slow listener receives one merged update instead of a queue; each
  /// update begins at the revision at which the one before ended.
  ///
  /// The sequence retains the list of the picker, so a loop over the updates of a local picker
  /// does not end early. To release the list, leave the loop or cancel its task.
  ///
  /// It throws a ``PickListError`` if the initial items cannot be loaded, and after the update that
  /// says that the source has become unreadable. A new sequence then begins with the items that
  /// were read last and their ``PickListUpdate/stopReason``, and goes on if the source can be read
  /// again.
  public var updates: PickListUpdates<Item> {
    PickListUpdates(list: list, store: store, opening: opening)
  }
}

/// The updates of a picker, for one listener.
///
///     for try await update in picker.updates { update.apply(to: &sections) }
public struct PickListUpdates<Item: Identifiable & Sendable>: AsyncSequence, Sendable
where Item.ID: PickListID {
  /// The element type.
  public typealias Element = PickListUpdate<Item>
  /// A `PickListError`, if the items cannot be read.
  public typealias Failure = any Error

  /// Whether the sequence throws when the source becomes unreadable.
  var throwsWhenStopped = true
  private let source: Source
  private let changes: Subscription<ListUpdate>

  init(list: any ListProtocol, store: ItemStore<Item>, opening: Intent<Int>) {
    changes = list.allUpdates()
    source = Source(list: list, store: store, opening: opening)
  }

  /// Returns an iterator over the updates.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      source: source, changes: changes, wakeups: changes.wakeups.makeAsyncIterator(),
      throwsWhenStopped: throwsWhenStopped)
  }

  /// The source of the updates.
  ///
  /// It retains the list: an optimized build releases a local picker after its last use, which is
  /// the beginning of a loop over its updates.
  fileprivate struct Source: Sendable {
    let list: any ListProtocol
    let store: ItemStore<Item>
    let opening: Intent<Int>

    /// Returns a reset with all that is visible now.
    ///
    /// - Throws: `PickListError` if a server cannot be asked.
    func first(_ changes: Subscription<ListUpdate>) async throws -> PickListUpdate<Item>? {
      try await read { [store] list, loading in
        _ = changes.drain()
        return PickListUpdate(
          ListUpdate(
            loading: loading, cause: .request, previousRevision: 0, revision: list.revision,
            pending: PendingChanges(.reset), total: list.total, count: list.count),
          list, loading, store)
      }
    }

    /// Returns the merged changes since the last update; nil if there are none.
    ///
    /// - Throws: `PickListError` if a server cannot be asked; the changes then stay pending.
    func next(_ changes: Subscription<ListUpdate>) async throws -> PickListUpdate<Item>? {
      try await read { [store] list, loading in
        changes.popFirst().map { PickListUpdate($0, list, loading, store) }
      }
    }

    private func read(
      _ body: @Sendable (any ListReading, ListUpdate.Loading) -> PickListUpdate<Item>?
    ) async throws -> PickListUpdate<Item>? {
      do { return try await list.read(.visible, body) } catch let error as CancellationError {
        throw error
      } catch {
        throw PickListError(error)
      }
    }
  }

  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let source: Source
    fileprivate let changes: Subscription<ListUpdate>
    fileprivate var wakeups: AsyncStream<Void>.Iterator
    private let throwsWhenStopped: Bool
    private var isBegun = false
    private var hasFailed = false
    /// The reason in the last update why the source cannot be read.
    private var stopReason: String?
    /// The error to throw after the last update.
    private var failure: PickListError?

    fileprivate init(
      source: Source, changes: Subscription<ListUpdate>, wakeups: AsyncStream<Void>.Iterator,
      throwsWhenStopped: Bool
    ) {
      (self.source, self.changes, self.wakeups) = (source, changes, wakeups)
      self.throwsWhenStopped = throwsWhenStopped
    }

    /// Returns the next update; nil at the end of the sequence.
    ///
    /// - Throws: `PickListError` if the items cannot be read; the sequence then has ended.
    /// - Complexity: O(v) for the first update, with v visible items; O(v log v) after a change of
    ///   the query or of a window, otherwise O(k) for k changes
    public mutating func next() async throws -> PickListUpdate<Item>? {
      if hasFailed { return nil }
      if let failure {
        hasFailed = true
        throw failure
      }
      if !isBegun {
        isBegun = true
        do {
          _ = try await source.opening.value
        } catch {
          hasFailed = true
          throw error
        }
        let update = try await source.first(changes)
        stopReason = update?.stopReason
        return update
      }
      while await wakeups.next(isolation: #isolation) != nil {
        do {
          guard let update = try await source.next(changes) else { continue }
          if throwsWhenStopped && update.stopReason != stopReason { failure = update.stopError }
          stopReason = update.stopReason
          return update
        } catch is CancellationError {
          return nil
        } catch {
          // The changes are still pending: they come with the next ones.
          if !throwsWhenStopped { continue }
          hasFailed = true
          throw error
        }
      }
      return nil
    }
  }
}
