import Shortlist
public import ShortlistCore

/// A view of a numeric range: a slider, two fields.
///
/// The interactor sends the view what to show, and the view reports what the user chose. The
/// interactor assumes that the view already shows the user's choice, and updates the view only if
/// the result differs.
///
///     final class Fields: NumberRangeController {
///       var limits = 0.0...1
///       var shown = 0.0...1
///       var onRangeChanged: ((ClosedRange<Double>) -> Void)?
///       func setBounds(_ bounds: ClosedRange<Double>) { limits = bounds }
///       func setItem(_ item: ClosedRange<Double>) { shown = item }
///     }
@MainActor
public protocol NumberRangeController<Number>: AnyObject {
  /// The number type of the range.
  associatedtype Number: RangeNumber

  /// Called when the user has chosen a range; set by the interactor.
  var onRangeChanged: ((ClosedRange<Number>) -> Void)? { get set }

  /// Shows the minimum and maximum that can be chosen.
  ///
  /// Called when they change; a call to `setItem` always follows.
  func setBounds(_ bounds: ClosedRange<Number>)

  /// Shows the chosen range; the bounds if there is none, or if it lies outside of the bounds.
  func setItem(_ item: ClosedRange<Number>)

  /// Shows the whole state, including missing bounds and a choice outside of the bounds.
  ///
  /// Called last, after each change. The default implementation does nothing.
  func setState(_ state: NumberRangeState<Number>)
}

extension NumberRangeController {
  /// Does nothing.
  public func setState(_ state: NumberRangeState<Number>) {}
}
