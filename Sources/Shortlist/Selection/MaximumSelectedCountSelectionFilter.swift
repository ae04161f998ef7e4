import Synchronization

/// Lets no more than so many rows be selected.
///
/// A request that would bring more is refused whole, even if a part of it would have fit.
///
///     let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)
///     filter.onReachedMaximumCount.observe { /* 10 rows are selected now */ }
///     filter.onAttemptedToExceedMaximumCount.observe { ids in /* these were not */ }
///     try await list.addSelectionFilter(filter)
public final class MaximumSelectedCountSelectionFilter: SelectionFilter {
  /// The number of selected rows came to the maximum from below.
  public let onReachedMaximumCount = SelectionSignal<Void>()
  /// A request was refused that would have brought more rows than the maximum.
  ///
  /// It tells the first 1000 rows that would have been added.
  public let onAttemptedToExceedMaximumCount = SelectionSignal<[RowID]>()
  /// The number of selected rows left the maximum downwards.
  public let onNoLongerAtMaximumCount = SelectionSignal<Void>()

  private let maximum: Mutex<Int>

  /// The maximum; 0 is no limit.
  ///
  /// It can be changed at any time, and holds from the next request on. No row is taken out and
  /// nothing is signalled by that. Under a negative one requests are errors.
  public var maximumSelectedCount: Int {
    get { maximum.withLock(\.self) }
    set { maximum.withLock { $0 = newValue } }
  }

  /// Creates a filter.
  public init(maximumSelectedCount: Int) { maximum = Mutex(maximumSelectedCount) }

  /// The maximum as it is now.
  public var rule: SelectionRule { .maximum(maximumSelectedCount) }
}

extension MaximumSelectedCountSelectionFilter: SignallingSelectionFilter {
  func signal(_ event: SelectionEvent) {
    switch event.kind {
    case .maximumReached: onReachedMaximumCount.send(())
    case .attemptedToExceedMaximum: onAttemptedToExceedMaximumCount.send(event.ids)
    case .noLongerAtMaximum: onNoLongerAtMaximumCount.send(())
    default: break
    }
  }
}
