import Synchronization

/// Limits the number of selected rows.
///
/// A request that would exceed the maximum is refused as a whole, even if a part of it would fit.
///
///     let filter = MaximumSelectedCountSelectionFilter(maximumSelectedCount: 10)
///     filter.onReachedMaximumCount.observe { /* 10 rows are selected now */ }
///     filter.onAttemptedToExceedMaximumCount.observe { event in /* these were not */ }
///     picker.selection.filters = [filter]
public final class MaximumSelectedCountSelectionFilter: SelectionFilter {
  /// Sent when the number of selected rows rises to the maximum.
  public let onReachedMaximumCount = ListSignal<Void>()
  /// Sent when a request is refused because it would exceed the maximum.
  ///
  /// The payload has the first 1000 rows that it would have added, and the number of all.
  public let onAttemptedToExceedMaximumCount = ListSignal<SelectionEvent<RowID>>()
  /// Sent when the number of selected rows drops below the maximum.
  public let onNoLongerAtMaximumCount = ListSignal<Void>()

  package let limitChanged = ListSignal<Void>()
  private let maximum: Mutex<Int>

  /// The maximum; 0 is no limit.
  ///
  /// It can change at any time, and applies from the next request on. Changing it deselects no row
  /// and sends no signal; models show at once whether the selection still satisfies it. With a
  /// negative maximum, requests throw.
  public var maximumSelectedCount: Int {
    get { maximum.withLock(\.self) }
    set {
      let isNew = maximum.withLock { maximum in
        defer { maximum = newValue }
        return maximum != newValue
      }
      if isNew { limitChanged.send(()) }
    }
  }

  /// Creates a filter.
  public init(maximumSelectedCount: Int) { maximum = Mutex(maximumSelectedCount) }

  /// The current maximum as a rule.
  public var rule: SelectionRule { .maximum(maximumSelectedCount) }
}

extension MaximumSelectedCountSelectionFilter: SignallingSelectionFilter {
  package func signal(_ event: SelectionEvent<RowID>) {
    switch event.kind {
    case .maximumReached: onReachedMaximumCount.send(())
    case .attemptedToExceedMaximum: onAttemptedToExceedMaximumCount.send(event)
    case .noLongerAtMaximum: onNoLongerAtMaximumCount.send(())
    default: break
    }
  }
}
