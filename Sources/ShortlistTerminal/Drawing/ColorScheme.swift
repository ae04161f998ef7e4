/// The colors of the screen, as the option `--color` has them: `light`, `dark,hl:200:underline`.
///
/// The names of the parts and of the colors are those of fzf, where there is such a part.
package struct ColorScheme: Hashable, Sendable {
  /// The theme that the parts are changed in.
  package enum Base: String, Hashable, Sendable {
    /// The one that suits the background of the terminal.
    case auto
    case dark, light
    /// The one with the 16 colors of the terminal's own palette.
    case sixteen = "16"
    /// The one without colors.
    case bw

    /// Returns the theme.
    ///
    /// - Parameter isLight: Whether the background of the terminal is light; nil if that is not known.
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
  }

  package var base = Base.auto
  private var changes: [Change] = []

  /// The error for a text that is no scheme.
  package struct Invalid: Error, CustomStringConvertible {
    package var description: String
  }

  package init() {}

  /// The scheme without colors.
  package static let none: ColorScheme = {
    var scheme = ColorScheme()
    scheme.base = .bw
    return scheme
  }()

  /// Parses a scheme.
  ///
  /// - Throws: `Invalid` that names the wrong part.
  package init(_ text: String) throws(Invalid) {
    for item in text.split(separator: ",").map(String.init) {
      let words = item.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      if words.count == 1 {
        let name = words[0] == "no" ? "bw" : words[0]
        guard let base = Base(rawValue: name) else {
          throw Invalid(
            description:
              "there is no theme \(words[0]) (there are auto, dark, light, 16 and bw); a "
              + "part is written as in hl:200 or prompt:#ff8800:bold")
        }
        self.base = base
        changes = []
        continue
      }
      guard Self.parts.contains(words[0]) || Self.others.contains(words[0]) else {
        let known = Self.parts.joined(separator: ", ")
        throw Invalid(description: "there is no part \(words[0]) (there are \(known))")
      }
      var change = Change(part: words[0])
      for word in words.dropFirst() { try Self.take(word, of: item, &change) }
      changes.append(change)
    }
  }

  private static func take(
    _ word: String, of item: String, _ change: inout Change
  ) throws(Invalid) {
    if let attribute = attributes[word] {
      change.attributes = (change.attributes ?? []).union(attribute)
    } else if word == "regular" {
      change.attributes = []
    } else if word == "-1" || word == "default" {
      change.color = .some(nil)
    } else if let color = Style.Color(named: word) {
      change.color = color
    } else if !word.isEmpty {
      throw Invalid(
        description:
          "\(item): there is no color \(word); colors are -1, 0 to 255, #rrggbb, or red, "
          + "green, yellow, blue, magenta, cyan, white, black")
    }
  }

  /// Returns the theme.
  ///
  /// - Parameter isLight: Whether the background of the terminal is light; nil if that is not known.
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
    "prompt", "pointer", "marker", "info", "header", "border", "separator", "label", "message",
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
    "input-label", "header-fg", "header-bg", "header-border", "header-label", "footer", "footer-fg",
    "footer-bg", "footer-border", "footer-label", "ghost", "nth", "hidden", "alt-gutter",
  ]
}

extension Style.Color {
  private static let names = [
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
