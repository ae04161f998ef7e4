import Synchronization

/// Lets no row be deselected if fewer than so many would stay selected.
///
/// A request that would leave fewer is refused whole. While fewer are selected, rows can be selected
/// but not deselected.
///
///     let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
///     filter.onAttemptedToDropBelowMinimumCount.observe { ids in /* these stay selected */ }
///     try await list.addSelectionFilter(filter)
public final class MinimumSelectedCountSelectionFilter: SelectionFilter {
  /// The number of selected rows came to the minimum from above.
  public let onReachedMinimumCount = SelectionSignal<Void>()
  /// A request was refused that would have left fewer rows than the minimum.
  ///
  /// It tells the first 1000 rows that would have been removed.
  public let onAttemptedToDropBelowMinimumCount = SelectionSignal<[RowID]>()
  /// The number of selected rows left the minimum upwards.
  public let onNoLongerAtMinimumCount = SelectionSignal<Void>()

  private let minimum: Mutex<Int>

  /// The minimum; 0 is no limit.
  ///
  /// It can be changed at any time, and holds from the next request on. Nothing is signalled by that.
  /// Under a negative one requests are errors.
  public var minimumSelectedCount: Int {
    get { minimum.withLock(\.self) }
    set { minimum.withLock { $0 = newValue } }
  }

  /// Creates a filter.
  public init(minimumSelectedCount: Int) { minimum = Mutex(minimumSelectedCount) }

  /// The minimum as it is now.
  public var rule: SelectionRule { .minimum(minimumSelectedCount) }
}

extension MinimumSelectedCountSelectionFilter: SignallingSelectionFilter {
  func signal(_ event: SelectionEvent) {
    switch event.kind {
    case .minimumReached: onReachedMinimumCount.send(())
    case .attemptedToDropBelowMinimum: onAttemptedToDropBelowMinimumCount.send(event.ids)
    case .noLongerAtMinimum: onNoLongerAtMinimumCount.send(())
    default: break
    }
  }
}
