/// How a character looks.
///
/// Colours are those of the terminal's own palette, so that they go with
/// its background.
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

  /// As the terminal writes by itself.
  package static let plain = Style()

  /// This style with what another one sets on top.
  package func adding(_ other: Style) -> Style {
    Style(other.color ?? color, attributes.union(other.attributes))
  }

  /// The shortest sequence that changes this style into another one.
  func change(to next: Style) -> String {
    if next == self { return "" }
    var codes: [Int] = []
    // Attributes are only taken away by starting anew: codes that take one away are not understood
    // everywhere.
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
