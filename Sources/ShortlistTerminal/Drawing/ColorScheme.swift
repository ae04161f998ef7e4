/// The colors of the screen, as the option `--color` has them: `light`, `dark,hl:200:underline`.
///
/// The names of the parts and of the colors are those of fzf, where there is such a part.
package struct ColorScheme: Hashable, Sendable {
  /// The theme that the parts are changed in.
  package enum Base: String, Hashable, Sendable, CaseIterable {
    /// The one that suits the background of the terminal.
    case auto
    case dark, light
    /// The one with the 16 colors of the terminal's own palette.
    case sixteen = "16"
    /// The one without colors.
    case bw

    /// Returns the theme.
    ///
    /// - Parameter isLight: Whether the background of the terminal is light; nil if that is not
    ///   known.
    /// - Returns: The theme.
    func theme(isLight: Bool?) -> Theme {
      switch self {
      case .auto: isLight.map { $0 ? Theme.light : .dark } ?? .colored
      case .dark: .dark
      case .light: .light
      case .sixteen: .sixteen
      case .bw: .plain
      }
    }
  }

  /// The change of a part.
  private struct Change: Hashable, Sendable {
    var part: String
    /// The color; the inner nil is that of the terminal.
    var color: Style.Color??
    /// The attributes; nil to leave them.
    var attributes: Style.Attributes?

    /// Adds a color or an attribute.
    mutating func add(_ word: Substring) throws(SyntaxError) {
      let name = String(word)
      if let attribute = ColorScheme.attributes[name] {
        attributes = (attributes ?? []).union(attribute)
      } else if name == "regular" {
        attributes = []
      } else if name == "-1" || name == "default" {
        color = .some(nil)
      } else if let color = Style.Color(named: name) {
        self.color = color
      } else if !name.isEmpty {
        throw SyntaxError(
          unknown: "color", word, among: Style.Color.names + ColorScheme.attributes.keys.sorted(),
          listed: ["-1", "0 to 255", "#rrggbb"] + Style.Color.names)
      }
    }
  }

  package var base = Base.auto
  private var changes: [Change] = []

  package init() {}

  /// The scheme without colors.
  package static let none: ColorScheme = {
    var scheme = ColorScheme()
    scheme.base = .bw
    return scheme
  }()

  /// Parses a scheme.
  ///
  /// - Throws: `SyntaxError` for the first part that is wrong.
  package init(_ text: String) throws(SyntaxError) {
    for item in text.split(separator: ",") {
      let words = item.split(separator: ":", omittingEmptySubsequences: false)
      let part = String(words[0])
      if words.count == 1 {
        let name = ["no": "bw", "base16": "16"][part] ?? part
        guard let base = Base(rawValue: name) else {
          if Self.parts.contains(part) {
            throw SyntaxError("a color expected after \(part), as in \(part):200:bold", at: item)
          }
          throw SyntaxError(unknown: "theme", item, among: Base.allCases.map(\.rawValue))
        }
        self.base = base
        changes = []
        continue
      }
      guard Self.parts.contains(part) || Self.others.contains(part) else {
        throw SyntaxError(unknown: "part", words[0], among: Self.parts)
      }
      var change = Change(part: part)
      for word in words.dropFirst() { try change.add(word) }
      changes.append(change)
    }
  }

  /// Returns the theme.
  ///
  /// - Parameter isLight: Whether the background of the terminal is light; nil if that is not
  ///   known.
  /// - Returns: The theme.
  package func theme(isLight: Bool?) -> Theme {
    var theme = base.theme(isLight: isLight)
    for change in changes {
      let isBackground = ["bg", "bg+", "current-bg"].contains(change.part)
      Self.change(change.part, of: &theme) { style in
        if let color = change.color, isBackground {
          style.background = color
          // The bar has a color of its own now.
          style.attributes.remove(.reverse)
        } else if let color = change.color {
          style.color = color
        }
        if let attributes = change.attributes { style.attributes = attributes }
      }
    }
    return theme
  }

  // MARK: Names

  private static let attributes: [String: Style.Attributes] = [
    "bold": .bold, "dim": .dim, "underline": .underline, "reverse": .reverse, "italic": .italic,
    "strikethrough": .strikethrough,
  ]

  /// The names of the parts.
  private static let parts = [
    "fg", "bg", "query", "fg+", "bg+", "current-fg", "current-bg", "hl", "hl+", "current-hl",
    "prompt", "pointer", "marker", "info", "header", "footer", "footer-fg", "border", "separator",
    "label", "message",
    "problem", "bar", "symbol",
  ]

  /// Changes the styles of a part.
  private static func change(
    _ part: String, of theme: inout Theme, _ body: (inout Style) -> Void
  ) {
    switch part {
    case "fg", "bg": body(&theme.text)
    case "query": body(&theme.query)
    case "fg+", "bg+", "current-fg", "current-bg": body(&theme.current)
    case "hl": body(&theme.match)
    case "hl+", "current-hl":
      var style = theme.currentMatch ?? theme.match
      body(&style)
      theme.currentMatch = style
    case "prompt": body(&theme.prompt)
    case "pointer": body(&theme.pointer)
    case "marker": body(&theme.mark)
    case "info": body(&theme.counts)
    case "header":
      body(&theme.heading)
      body(&theme.header)
    case "footer", "footer-fg":
      var style = theme.footer ?? theme.heading
      body(&style)
      theme.footer = style
    case "border", "separator":
      var style = theme.edge ?? theme.symbol
      body(&style)
      theme.edge = style
    case "label": body(&theme.chip)
    case "message": body(&theme.message)
    case "problem": body(&theme.problem)
    case "bar": body(&theme.bar)
    case "symbol": body(&theme.symbol)
    default: break
    }
  }

  /// Parts of fzf that have no counterpart here.
  private static let others: Set<String> = [
    "gutter", "spinner", "disabled", "scrollbar", "preview-fg", "preview-bg", "preview-border",
    "preview-label", "preview-scrollbar", "selected-fg", "selected-bg", "selected-hl", "alt-bg",
    "list-fg", "list-bg", "list-border", "list-label", "input-fg", "input-bg", "input-border",
    "input-label", "header-fg", "header-bg", "header-border", "header-label",
    "footer-bg", "footer-border", "footer-label", "ghost", "nth", "hidden", "alt-gutter",
  ]
}

extension Style.Color {
  fileprivate static let names = [
    "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
  ]

  /// Creates a color of its name, of its number in the palette, or of its parts: `#ff8800`.
  fileprivate init?(named name: String) {
    if name.hasPrefix("#"), name.utf8.count == 7, let number = UInt32(name.dropFirst(), radix: 16) {
      self = .rgb(
        UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    } else if let number = UInt8(name) {
      self = .palette(number)
    } else {
      let isBright = name.hasPrefix("bright-")
      guard let index = Self.names.firstIndex(of: isBright ? String(name.dropFirst(7)) : name)
      else { return nil }
      self = .palette(UInt8(index + (isBright ? 8 : 0)))
    }
  }
}
