/// A control that chooses a range of a number or date, and the group that receives its filter.
package struct RangeControl: Hashable, Sendable {
  /// The name of the attribute.
  package var attribute: String
  /// The name of the group that contains the filter; the attribute's name by default.
  package var group: String
  /// How the filters of the group are combined.
  package var `operator`: RefinementOperator
  /// The bounds of the control; nil to use the bounds of the data.
  package var bounds: ClosedRange<Quantity>?
  /// The step that ends are rounded to a multiple of; in seconds for dates.
  package var step: Quantity?

  /// Creates a control whose bounds follow the data.
  package init(
    _ attribute: String, group: String? = nil, operator: RefinementOperator = .and,
    bounds: ClosedRange<Quantity>? = nil, step: Quantity? = nil
  ) {
    self.attribute = attribute
    self.group = group ?? attribute
    self.operator = `operator`
    self.bounds = bounds
    self.step = step
  }
}

/// The handle of a range that is connected to a list.
package struct RangeHandle: Hashable, Sendable {
  let number: Int
}

/// The outcome of a change of a connected range.
package struct RangeOutcome: Sendable {
  /// The query outcome, with the changes of the visible rows.
  package var outcome: QueryOutcome<RowID>
  /// The state that the control shows now.
  package var state: NumberRangeState<Quantity>
}

/// A new state of the control of a connected range.
package struct RangeUpdate: Hashable, Sendable {
  /// The handle of the range.
  package var handle: RangeHandle
  /// The state that the control shows.
  package var state: NumberRangeState<Quantity>
}

/// A range that is connected to a list.
struct ConnectedRange: Sendable {
  let handle: RangeHandle
  let attribute: String
  let group: String
  let `operator`: RefinementOperator
  var range: NumberRange<Quantity>
  /// The state that was last reported to the control.
  var reported = NumberRangeState<Quantity>(bounds: nil)

  init(_ control: RangeControl, handle: RangeHandle) throws(InvalidRequestError) {
    self.handle = handle
    attribute = control.attribute
    group = control.group
    self.operator = control.operator
    range = try NumberRange(bounds: control.bounds, step: control.step)
  }

  /// The filter of the range with its group; nil while no range is chosen.
  var member: FilterGroups.Member? {
    range.filter(on: attribute).map { FilterGroups.Member($0, in: group) }
  }
}
