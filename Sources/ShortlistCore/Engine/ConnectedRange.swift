/// A range of a number or date that a control chooses, and its filter in a group of the list.
public struct RangeControl: Hashable, Sendable {
  /// The attribute.
  public var attribute: String
  /// The name of the group that the filter is put in; the attribute's name unless said.
  public var group: String
  /// How the filters of the group are combined.
  public var `operator`: RefinementOperator
  /// Bounds to use instead of those of the data.
  public var bounds: ClosedRange<Quantity>?
  /// What ends are rounded to multiples of; for dates a number of seconds.
  public var step: Quantity?

  /// Creates a control whose bounds follow the data.
  public init(
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

/// What names a range of a list that a control is connected to.
public struct RangeHandle: Hashable, Sendable {
  let number: Int
}

/// What a change of a connected range did.
public struct RangeOutcome: Hashable, Sendable {
  /// What shows now, and what changed among the visible rows.
  public var outcome: QueryOutcome
  /// What the control shows now.
  public var state: NumberRangeState<Quantity>
}

/// What the control of a connected range shows now, and did not before.
public struct RangeUpdate: Hashable, Sendable {
  /// The range.
  public var handle: RangeHandle
  /// What the control shows.
  public var state: NumberRangeState<Quantity>
}

/// A range that is connected to a list.
struct ConnectedRange: Sendable {
  let handle: RangeHandle
  let attribute: String
  let group: String
  let `operator`: RefinementOperator
  var range: NumberRange<Quantity>
  /// What the control was told last.
  var told = NumberRangeState<Quantity>(bounds: nil)

  init(_ control: RangeControl, handle: RangeHandle) throws(InvalidRequest) {
    self.handle = handle
    attribute = control.attribute
    group = control.group
    self.operator = control.operator
    range = try NumberRange(bounds: control.bounds, step: control.step)
  }

  /// The filter of the range and its group, nil while nothing is chosen.
  var member: FilterGroups.Member? {
    range.filter(on: attribute).map { FilterGroups.Member($0, in: group) }
  }
}
