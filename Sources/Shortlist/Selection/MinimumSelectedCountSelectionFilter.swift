import Synchronization

/// Refuses to deselect rows if fewer than a minimum would stay selected.
///
/// A request that would leave fewer is refused as a whole. While fewer are selected, rows can be
/// selected but not deselected.
///
///     let filter = MinimumSelectedCountSelectionFilter(minimumSelectedCount: 1)
///     filter.onAttemptedToDropBelowMinimumCount.observe { event in /* these stay selected */ }
///     picker.selection.filters = [filter]
public final class MinimumSelectedCountSelectionFilter: SelectionFilter {
  /// Sent when the number of selected rows drops to the minimum.
  public let onReachedMinimumCount = ListSignal<Void>()
  /// Sent when a request is refused because it would leave fewer rows than the minimum.
  ///
  /// The payload has the first 1000 rows that it would have removed, and the number of all.
  public let onAttemptedToDropBelowMinimumCount = ListSignal<SelectionEvent<RowID>>()
  /// Sent when the number of selected rows rises above the minimum.
  public let onNoLongerAtMinimumCount = ListSignal<Void>()

  package let limitChanged = ListSignal<Void>()
  private let minimum: Mutex<Int>

  /// The minimum; 0 is no limit.
  ///
  /// It can change at any time, and applies from the next request on. Changing it sends no signal;
  /// models show at once whether the selection still satisfies it.
  /// With a negative minimum, requests throw.
  public var minimumSelectedCount: Int {
    get { minimum.withLock(\.self) }
    set {
      let isNew = minimum.withLock { minimum in
        defer { minimum = newValue }
        return minimum != newValue
      }
      if isNew { limitChanged.send(()) }
    }
  }

  /// Creates a filter.
  public init(minimumSelectedCount: Int) { minimum = Mutex(minimumSelectedCount) }

  /// The current minimum as a rule.
  public var rule: SelectionRule { .minimum(minimumSelectedCount) }
}

extension MinimumSelectedCountSelectionFilter: SignallingSelectionFilter {
  package func signal(_ event: SelectionEvent<RowID>) {
    switch event.kind {
    case .minimumReached: onReachedMinimumCount.send(())
    case .attemptedToDropBelowMinimum: onAttemptedToDropBelowMinimumCount.send(event)
    case .noLongerAtMinimum: onNoLongerAtMinimumCount.send(())
    default: break
    }
  }
}
