import ArgumentParser
import Shortlist
import ShortlistTerminal

/// The appearance of the screen.
struct ScreenOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Use so many lines, or so many percent of them, below the cursor instead of the whole screen.",
      discussion: """
        -3 is all but three lines. With ~ before it, as in ~40%, a list with fewer rows uses fewer \
        lines.
        """, valueName: "lines|percent%"),
    transform: { text in try ProgramError.parsing("--height") { try HeightArgument(text) } })
  var height: HeightArgument?

  @Option(
    help: ArgumentHelp(
      "The attributes whose values can be filtered by (default: those with values that repeat).",
      valueName: "attribute,…"))
  var facets: NamesArgument?

  @Flag(name: .customLong("no-color"), help: "Draw without colours (also: the variable NO_COLOR).")
  var noColor = false

  @Option(
    help: ArgumentHelp(
      "The colours: auto, dark, light, 16 or bw, and those of parts, as in hl:200 (repeatable).",
      discussion: """
        auto asks the terminal whether its background is light. Parts have the names of fzf: fg bg hl \
        fg+ bg+ hl+ query prompt pointer marker info header border label, and also message, problem, \
        bar and symbol. Colours are -1, 0 to 255, #rrggbb or names; after them, bold, underline, \
        reverse, dim, italic or regular. For example: --color light,hl:red:underline
        """, valueName: "theme|part:color,…"),
    transform: { text in try ProgramError.parsing("--color") { (text, try ColorScheme(text)).0 } })
  var color: [String] = []

  @Flag(help: "Draw signs in ASCII only (the default where the locale is not UTF-8).")
  var ascii = false

  @Flag(
    inversion: .prefixedNo, exclusivity: .chooseLast,
    help: "Show rows in full, in as many lines as they need.")
  var wrap = false

  @Option(
    help: ArgumentHelp(
      "The widths of columns that do not have that of their content.",
      valueName: "attribute:width,…"),
    transform: { text in try ProgramError.parsing("--widths") { try WidthsArgument(text) } })
  var widths: WidthsArgument?

  @Flag(
    name: .customLong("print-command"),
    help: "Put out the command line that shows what the screen shows, instead of rows.")
  var printCommand = false

  @Option(help: ArgumentHelp("The text before the search.", valueName: "text"))
  var prompt: String?

  @Flag(help: "A numbered list and a prompt, without cursor movement.")
  var plain = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show what a command prints about the row at the cursor.",
      discussion: """
        The shell of $SHELL, or else sh, runs it. {} is the row, {1} {-1} {2..} are words of a line \
        or columns of a table, {name} is an attribute, {n} is the index of a line or the id of a row, {q} the search; {+} and {+1} are \
        those of the picked rows, {*} those of all that match, {+f} a file with them. All are quoted; \\{} stays as it is. For example: \
        --preview 'cat {}'
        """, valueName: "command"))
  var preview: String?

  @Option(
    name: .customLong("preview-window"),
    help: ArgumentHelp(
      "Where the preview is: right, left, up or down, a size, hidden, wrap, a border.",
      discussion: """
        The default is right,50%,border-line. Parts of several such options add up. For example: \
        --preview-window down,10,wrap,border-top
        """,
      valueName: "parts"),
    transform: { text in
      try ProgramError.parsing("--preview-window") { (text, try PreviewWindow(text)).0 }
    })
  var previewWindow: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Text above the rows, of one or more lines.", valueName: "text"))
  var header: String?

  @Flag(help: "Go from the first row up to the last one, and from the last one down to the first.")
  var cycle = false

  @Option(
    help: ArgumentHelp(
      "Keys that accept as Enter does, and are named in the first line of the result (repeatable).",
      discussion: "The line is empty after Enter. For example: --expect ctrl-v,alt-enter,f4",
      valueName: "key,…"),
    transform: { text in try ProgramError.parsing("--expect") { try ExpectedKeys(text) } })
  var expect: [ExpectedKeys] = []

  @Flag(name: .customLong("print-query"), help: "Begin the result with the text that was typed.")
  var printQuery = false

  @OptionGroup var keys: KeyOptions
  @OptionGroup var layout: LayoutOptions
  @OptionGroup var parts: PartOptions

  @Option(
    help: ArgumentHelp(
      "The distance of the columns to which tabs in lines reach.", valueName: "columns"))
  var tabstop = 8

  func validate() throws {
    if !(1...1000).contains(tabstop) {
      throw ValidationError("--tabstop: 1 to 1000 expected, not \(tabstop)")
    }
  }

  /// Returns the options of the picker.
  func pickOptions(
    columns: [String]?, limits: SelectionLimits, follows: Bool
  ) -> PickOptions {
    var options = PickOptions()
    options.columns = columns
    options.limits = limits
    options.follows = follows
    options.facets = facets?.names
    options.height = height?.height ?? .full
    options.adaptsHeight = height?.isAdaptive ?? false
    options.hasColor = !noColor && environment("NO_COLOR").isEmpty
    options.isASCII = ascii || Self.isLimitedToASCII
    options.wraps = wrap
    options.widths = widths?.widths ?? [:]
    chooseColors(&options)
    if let prompt { options.prompt = prompt }
    options.cycles = cycle
    options.header = header.map(Self.lines) ?? []
    for keys in expect { options.expected.merge(keys.keys) { _, last in last } }
    let shell = environment("SHELL")
    if !shell.isEmpty { options.shell = [shell, "-c"] }
    if preview?.isEmpty == false || !previewWindow.isEmpty {
      // Each text was parsed before.
      let window = try? PreviewWindow(previewWindow.joined(separator: ","))
      options.preview = PreviewOptions(command: preview ?? "", window: window ?? .init())
    }
    keys.choose(&options)
    layout.choose(&options)
    parts.choose(&options)
    options.isPlain = plain || environment("TERM") == "dumb"
    return options
  }

  /// Returns the lines of a text.
  static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }

  private func chooseColors(_ options: inout PickOptions) {
    // Each text was parsed before.
    if let colors = try? ColorScheme(color.joined(separator: ",")) { options.colors = colors }
    let terminal = environment("TERM")
    let isLimited =
      ["linux", "ansi", "xterm-16color", "screen"].contains(terminal) || terminal.hasPrefix("vt")
    if isLimited && options.colors.base == .auto { options.colors.base = .sixteen }
    // As rxvt and others have it: the number of the color of the background comes last.
    if let last = environment("COLORFGBG").split(separator: ";").last, let color = Int(last) {
      options.isLight = color == 7 || (9...15).contains(color)
    }
  }

  /// Whether the locale or the terminal says that it has no UTF-8.
  private static var isLimitedToASCII: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].map(environment)
    let locale = (names.first { !$0.isEmpty } ?? "").lowercased()
    let isUTF8 = locale.isEmpty || locale.contains("utf-8") || locale.contains("utf8")
    return !isUTF8 || environment("TERM").hasPrefix("vt")
  }
}

/// A number of lines, `12`, of lines that are left, `-3`, or a percentage of the screen, `40%`;
/// `~40%` is at most so much.
struct HeightArgument {
  let height: PickOptions.Height
  let isAdaptive: Bool

  /// Parses the height.
  ///
  /// - Throws: `SyntaxError` if the text is none of them.
  init(_ text: String) throws {
    isAdaptive = text.hasPrefix("~")
    let size = text.dropFirst(isAdaptive ? 1 : 0)
    let isPercent = size.hasSuffix("%")
    guard let number = Int(isPercent ? size.dropLast() : size), number != 0,
      (isPercent ? 1...100 : -9_999...9_999) ~= number
    else { throw SyntaxError("1 or more lines, or 1% to 100%, expected, not \(text)", at: size) }
    height = isPercent ? .percent(number) : .lines(number)
  }
}

/// Keys by their names, as `ctrl-v,f4`.
struct ExpectedKeys: Hashable, Sendable {
  let keys: [KeyPress: String]

  /// Parses names.
  ///
  /// - Throws: `SyntaxError` for the first name that is unknown.
  init(_ text: String) throws {
    var keys: [KeyPress: String] = [:]
    for name in text.split(separator: ",") {
      guard case .key(let key) = try Trigger(named: name) else {
        throw SyntaxError("\(name) is no key, but an event", at: name)
      }
      keys[key] = String(name)
    }
    self.keys = keys
  }
}

/// The widths of columns, as `name:20,kind:8`; the names are those of a `NameList`.
struct WidthsArgument {
  let widths: [String: Int]

  /// Parses names and widths.
  ///
  /// - Throws: `SyntaxError` for the first part that is none.
  init(_ text: String) throws {
    var widths: [String: Int] = [:]
    for part in NameList.parts(text) {
      guard let colon = part.lastIndex(of: ":"), colon > part.startIndex,
        let width = Int(part[part.index(after: colon)...]), 1...400 ~= width
      else { throw SyntaxError("attribute:width expected, as in name:20, not \(part)", at: part) }
      widths[NameList.name(part[..<colon])] = width
    }
    self.widths = widths
  }
}
