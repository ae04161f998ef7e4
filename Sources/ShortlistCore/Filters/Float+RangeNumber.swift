/// Floats are stored as the doubles of the same value. Steps count with the doubles of their
/// shortest texts, so that ten steps of 0.1 are 1.
extension Float: RangeNumber {
  /// The number as a quantity; nil if it is not finite.
  public var quantity: Quantity? { Quantity(Double(self)) }

  /// Creates the nearest float that is equal to a quantity or outward of it; nil if it is beyond
  /// the range of floats.
  public init?(_ quantity: Quantity, as end: RangeEnd) {
    guard let double = Double(quantity, as: end) else { return nil }
    let nearest = Float(double)
    self =
      switch end {
      case .lower: Double(nearest) > double ? nearest.nextDown : nearest
      case .upper: Double(nearest) < double ? nearest.nextUp : nearest
      }
    if !isFinite { return nil }
  }

  /// Whether a step is finite and above zero.
  public static func isStep(_ step: Float) -> Bool { step > 0 && step.isFinite }

  /// Returns the nearest multiple of a step that is equal to the number or outward of it.
  public func rounded(outwards end: RangeEnd, to step: Float) -> Float {
    let number = Float(shortest.rounded(outwards: end, to: step.shortest))
    guard number.isFinite else { return self }
    return end == .lower ? min(number, self) : max(number, self)
  }

  /// Returns the number moved by a number of steps.
  public func advanced(by count: Int, steps step: Float) -> Float {
    let moved = Float(shortest.advanced(by: count, steps: step.shortest))
    if moved.isFinite { return moved }
    return count < 0 ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude
  }

  /// The double of the shortest text of the float.
  private var shortest: Double { Double(description) ?? Double(self) }
}
