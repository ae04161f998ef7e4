/// The view of a numeric range: a slider, two fields.
///
/// The view is told what to show, and tells what somebody chose in it. It is taken to show that already,
/// and only told if something else becomes of it.
///
///     final class Fields: NumberRangeController {
///       var onRangeChanged: ((ClosedRange<Double>) -> Void)?
///       func setBounds(_ bounds: ClosedRange<Double>) { limits = bounds }
///       func setItem(_ item: ClosedRange<Double>) { shown = item }
///     }
@MainActor
public protocol NumberRangeController<Number>: AnyObject {
  /// The type of the ends.
  associatedtype Number: RangeNumber

  /// What to call when somebody has chosen a range; set by the interactor.
  var onRangeChanged: ((ClosedRange<Number>) -> Void)? { get set }

  /// Shows the least and the greatest value there is to choose.
  ///
  /// Called when they are different; `setItem` follows.
  func setBounds(_ bounds: ClosedRange<Number>)

  /// Shows the range chosen; the bounds if none is, or none that meets them.
  func setItem(_ item: ClosedRange<Number>)

  /// Shows the whole state, also that there are no bounds and that a choice does not meet them.
  ///
  /// Called last, with each difference. The default does nothing.
  func setState(_ state: NumberRangeState<Number>)
}

extension NumberRangeController {
  /// Does nothing.
  public func setState(_ state: NumberRangeState<Number>) {}
}
