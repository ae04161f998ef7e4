/// The lines of a border, by the names of fzf.
package enum BorderStyle: String, Hashable, Sendable, CaseIterable {
  case rounded, sharp, bold, double, dashed, block, thinblock
  case horizontal, vertical, line, top, bottom, left, right, none

  /// Parses a name; `up` and `down` stand for the top and the bottom, too.
  package init(_ text: Substring) throws(SyntaxError) {
    let name = ["up": "top", "down": "bottom"][text] ?? String(text)
    guard let style = Self(rawValue: name) else {
      throw SyntaxError(unknown: "border", text, among: Self.allCases.map(\.rawValue))
    }
    self = style
  }

  package init(_ text: String) throws(SyntaxError) { try self.init(text[...]) }

  var hasTop: Bool { ![.vertical, .bottom, .left, .right, .none].contains(self) }
  var hasBottom: Bool { ![.vertical, .line, .top, .left, .right, .none].contains(self) }
  var hasLeft: Bool { ![.horizontal, .line, .top, .bottom, .right, .none].contains(self) }
  var hasRight: Bool { ![.horizontal, .line, .top, .bottom, .left, .none].contains(self) }

  /// The signs from the top left corner to the bottom right one, line by line, without the middle.
  func signs(isASCII: Bool) -> [Character] {
    if isASCII { return Array("+-+||+-+") }
    return switch self {
    case .sharp: Array("┌─┐││└─┘")
    case .bold: Array("┏━┓┃┃┗━┛")
    case .double: Array("╔═╗║║╚═╝")
    case .dashed: Array("╭╌╮╎╎╰╌╯")
    case .block: Array("▛▀▜▌▐▙▄▟")
    case .thinblock: Array("🭽▔🭾▏▕🭼▁🭿")
    default: Array("╭─╮││╰─╯")
    }
  }
}
