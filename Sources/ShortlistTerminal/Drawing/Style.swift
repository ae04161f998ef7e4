/// The style of a character.
///
/// Colors are from the terminal's own palette, so that they suit its background.
package struct Style: Hashable, Sendable {
  package enum Color: UInt8, Sendable, CaseIterable {
    case red = 31, green, yellow, blue, magenta, cyan
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Self(rawValue: 1)
    package static let dim = Self(rawValue: 2)
    package static let underline = Self(rawValue: 4)
    package static let reverse = Self(rawValue: 8)
  }

  package var color: Color?
  package var attributes: Attributes

  package init(_ color: Color? = nil, _ attributes: Attributes = []) {
    self.color = color
    self.attributes = attributes
  }

  /// The terminal's default style.
  package static let plain = Style()

  /// Returns this style with another one applied on top.
  package func adding(_ other: Style) -> Style {
    Style(other.color ?? color, attributes.union(other.attributes))
  }

  /// Returns the shortest sequence that changes this style into another one.
  func change(to next: Style) -> String {
    if next == self { return "" }
    var codes: [Int] = []
    // Remove attributes only by a reset: not all terminals support the codes that remove one.
    var current = self
    if !attributes.isSubset(of: next.attributes) || (color != nil && next.color == nil) {
      if next == .plain { return "\u{1B}[m" }
      codes.append(0)
      current = .plain
    }
    let added = next.attributes.subtracting(current.attributes)
    if added.contains(.bold) { codes.append(1) }
    if added.contains(.dim) { codes.append(2) }
    if added.contains(.underline) { codes.append(4) }
    if added.contains(.reverse) { codes.append(7) }
    if let color = next.color, color != current.color { codes.append(Int(color.rawValue)) }
    return "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
  }
}
