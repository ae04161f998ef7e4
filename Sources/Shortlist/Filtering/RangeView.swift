/// A view that is connected to a range, and what it shows.
@MainActor
final class RangeView<Number: RangeNumber> {
  private weak var controller: (any NumberRangeController<Number>)?
  private var told: NumberRangeState<Number>?
  /// The bounds that the view was told last.
  private var toldBounds: ClosedRange<Number>?
  /// The item that the view was told last, or that somebody has set in it since.
  private var shownItem: ClosedRange<Number>?
  /// What is to be shown next, while something is being shown.
  private var waiting: NumberRangeState<Number>?
  private var isShowing = false

  /// Connects a view.
  ///
  /// - Parameters:
  ///   - controller: The view.
  ///   - choose: Is called when somebody has chosen a range in it.
  init(
    _ controller: some NumberRangeController<Number>,
    choose: @escaping (RangeView<Number>, ClosedRange<Number>) -> Void
  ) {
    self.controller = controller
    controller.onRangeChanged = { [weak self] item in
      // A view that tells what it was told tells nothing new.
      guard let self, !isShowing else { return }
      shownItem = item
      choose(self, item)
    }
  }

  /// Whether nobody holds the view any more.
  var isGone: Bool { controller == nil }

  /// Shows a state as far as the view does not show it already.
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

  /// Bounds come before the item, as a slider may put its handles to them.
  private func show(
    _ state: NumberRangeState<Number>, in controller: any NumberRangeController<Number>
  ) {
    if let bounds = state.bounds {
      let item = state.range ?? bounds
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

  /// Puts back what the view was told last, after a choice that was refused.
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
