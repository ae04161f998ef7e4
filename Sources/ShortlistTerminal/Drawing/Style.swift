/// The style of a character.
///
/// The screen's own colors are from the terminal's palette, so that they suit its background.
package struct Style: Hashable, Sendable {
  package enum Color: Hashable, Sendable {
    /// A color of the terminal's palette of 256.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    package static let red = Color.palette(1)
    package static let green = Color.palette(2)
    package static let yellow = Color.palette(3)
    package static let blue = Color.palette(4)
    package static let magenta = Color.palette(5)
    package static let cyan = Color.palette(6)

    /// Returns the codes that set the color; those for the background have an offset of 10.
    fileprivate func codes(offset: Int = 0) -> [Int] {
      switch self {
      case .palette(let index) where index < 8: [30 + offset + Int(index)]
      case .palette(let index) where index < 16: [90 + offset + Int(index) - 8]
      case .palette(let index): [38 + offset, 5, Int(index)]
      case .rgb(let red, let green, let blue): [38 + offset, 2, Int(red), Int(green), Int(blue)]
      }
    }
  }

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Self(rawValue: 1)
    package static let dim = Self(rawValue: 2)
    package static let underline = Self(rawValue: 4)
    package static let reverse = Self(rawValue: 8)
    package static let italic = Self(rawValue: 16)
    package static let strikethrough = Self(rawValue: 32)

    /// The attributes in the order of their codes.
    fileprivate static let codes: [(attribute: Self, code: Int)] = [
      (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
    ]
  }

  package var color: Color?
  package var background: Color?
  package var attributes: Attributes

  package init(
    _ color: Color? = nil, _ attributes: Attributes = [], on background: Color? = nil
  ) {
    self.color = color
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's default style.
  package static let plain = Style()

  /// Returns this style with another one applied on top.
  package func adding(_ other: Style) -> Style {
    Style(
      other.color ?? color, attributes.union(other.attributes),
      on: other.background ?? background)
  }

  /// The style without its colors.
  package var withoutColor: Style { Style(nil, attributes) }

  /// Returns the shortest sequence that changes this style into another one.
  func change(to next: Style) -> String {
    if next == self { return "" }
    var codes: [Int] = []
    // Remove attributes only by a reset: not all terminals support the codes that remove one.
    var current = self
    if !attributes.isSubset(of: next.attributes) || (color != nil && next.color == nil)
      || (background != nil && next.background == nil)
    {
      if next == .plain { return "\u{1B}[m" }
      codes.append(0)
      current = .plain
    }
    let added = next.attributes.subtracting(current.attributes)
    codes += Attributes.codes.filter { added.contains($0.attribute) }.map(\.code)
    if let color = next.color, color != current.color { codes += color.codes() }
    if let background = next.background, background != current.background {
      codes += background.codes(offset: 10)
    }
    return "\u{1B}[" + codes.map(String.init).joined(separator: ";") + "m"
  }
}
