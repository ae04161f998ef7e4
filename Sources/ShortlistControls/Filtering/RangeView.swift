import Shortlist
import ShortlistCore

/// A view connected to a range, and the values it shows.
@MainActor
final class RangeView<Number: RangeNumber> {
  /// Where the handles are.
  private let handles: () -> ClosedRange<Number>?
  private weak var controller: (any NumberRangeController<Number>)?
  private var told: NumberRangeState<Number>?
  /// The bounds last sent to the view.
  private var toldBounds: ClosedRange<Number>?
  /// The item last sent to the view, or set by the user since.
  private var shownItem: ClosedRange<Number>?
  /// The state to show next, while another one is being shown.
  private var waiting: NumberRangeState<Number>?
  private var isShowing = false

  /// Connects a view.
  ///
  /// - Parameters:
  ///   - controller: The view.
  ///   - handles: Returns where the handles are in the current state.
  ///   - choose: Called when the user has chosen a range in the view.
  init(
    _ controller: some NumberRangeController<Number>,
    handles: @escaping () -> ClosedRange<Number>?,
    choose: @escaping (RangeView<Number>, ClosedRange<Number>) -> Void
  ) {
    self.handles = handles
    self.controller = controller
    controller.onRangeChanged = { [weak self] item in
      // Ignore echoes of values that the view was just sent.
      guard let self, !isShowing else { return }
      shownItem = item
      choose(self, item)
    }
  }

  /// Whether the view was deallocated.
  var isGone: Bool { controller == nil }

  /// Shows a state, except for the parts that the view shows already.
  func show(_ state: NumberRangeState<Number>) {
    waiting = state
    if isShowing { return }
    isShowing = true
    defer { isShowing = false }
    while let state = waiting, let controller {
      waiting = nil
      show(state, in: controller)
    }
  }

  /// Sets the bounds before the item, because a slider may move its handles to them.
  private func show(
    _ state: NumberRangeState<Number>, in controller: any NumberRangeController<Number>
  ) {
    if let bounds = state.bounds {
      let item = state.range ?? handles() ?? bounds
      if bounds != toldBounds {
        controller.setBounds(bounds)
        shownItem = nil
      }
      if item != shownItem { controller.setItem(item) }
      (toldBounds, shownItem) = (bounds, item)
    }
    if state != told { controller.setState(state) }
    told = state
  }

  /// Restores the last state in the view, after a choice was refused.
  func showAgain() {
    shownItem = nil
    if let told { show(told) }
  }

  /// Ends the connection.
  func disconnect() {
    controller?.onRangeChanged = nil
    controller = nil
  }
}
