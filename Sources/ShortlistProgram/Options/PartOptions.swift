import ArgumentParser
import Shortlist
import ShortlistTerminal

/// The parts of the screen: their borders and texts, and the gaps between rows.
struct PartOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The borders of the parts: default, minimal (no lines) or full; full:double has that style.",
      valueName: "style"),
    transform: { text in try ProgramError.parsing("--style") { try PartStyle(text) } })
  var style: PartStyle?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Text below the rows, of one or more lines.", valueName: "text"))
  var footer: String?

  @Option(
    name: .customLong("input-border"),
    help: ArgumentHelp("A border around the search.", valueName: "style"),
    transform: { text in try Self.border("--input-border", text) })
  var inputBorder: BorderStyle?

  @Option(
    name: .customLong("list-border"),
    help: ArgumentHelp("A border around the rows.", valueName: "style"),
    transform: { text in try Self.border("--list-border", text) })
  var listBorder: BorderStyle?

  @Option(
    name: .customLong("header-border"),
    help: ArgumentHelp("A border around the text above the rows.", valueName: "style"),
    transform: { text in try Self.border("--header-border", text) })
  var headerBorder: BorderStyle?

  @Option(
    name: .customLong("footer-border"),
    help: ArgumentHelp(
      "A border around the text below the rows (default: line).", valueName: "style"),
    transform: { text in try Self.border("--footer-border", text) })
  var footerBorder: BorderStyle?

  @Option(
    name: .customLong("preview-border"),
    help: ArgumentHelp(
      "A border around the preview (default: line, and rounded with a label).",
      valueName: "style"),
    transform: { text in try Self.border("--preview-border", text) })
  var previewBorder: BorderStyle?

  @Option(
    name: .customLong("input-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on that border of the search.", valueName: "text"))
  var inputLabel = ""

  @Option(
    name: .customLong("list-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on that border of the rows.", valueName: "text"))
  var listLabel = ""

  @Option(
    name: .customLong("header-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on that border of the header.", valueName: "text"))
  var headerLabel = ""

  @Option(
    name: .customLong("footer-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on that border of the footer.", valueName: "text"))
  var footerLabel = ""

  @Option(
    name: .customLong("preview-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on that border of the preview.", valueName: "text"))
  var previewLabel = ""

  @Option(
    name: .customLong("input-label-pos"), parsing: .unconditional,
    help: ArgumentHelp("Its place, as --border-label-pos has it.", valueName: "place"),
    transform: { text in try Self.place("--input-label-pos", text) })
  var inputLabelPos: ScreenBox.LabelPlace?

  @Option(
    name: .customLong("list-label-pos"), parsing: .unconditional,
    help: ArgumentHelp("The same for the rows.", valueName: "place"),
    transform: { text in try Self.place("--list-label-pos", text) })
  var listLabelPos: ScreenBox.LabelPlace?

  @Option(
    name: .customLong("header-label-pos"), parsing: .unconditional,
    help: ArgumentHelp("The same for the header.", valueName: "place"),
    transform: { text in try Self.place("--header-label-pos", text) })
  var headerLabelPos: ScreenBox.LabelPlace?

  @Option(
    name: .customLong("footer-label-pos"), parsing: .unconditional,
    help: ArgumentHelp("The same for the footer.", valueName: "place"),
    transform: { text in try Self.place("--footer-label-pos", text) })
  var footerLabelPos: ScreenBox.LabelPlace?

  @Option(
    name: .customLong("preview-label-pos"), parsing: .unconditional,
    help: ArgumentHelp("The same for the preview.", valueName: "place"),
    transform: { text in try Self.place("--preview-label-pos", text) })
  var previewLabelPos: ScreenBox.LabelPlace?

  @Option(help: ArgumentHelp("The number of empty lines between two rows.", valueName: "lines"))
  var gap: Int?

  @Option(
    name: .customLong("gap-line"), parsing: .unconditional,
    help: ArgumentHelp("Repeat a text in the last of these lines.", valueName: "text"))
  var gapLine = ""

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A text in the search line while nothing is typed.", valueName: "text"))
  var ghost = ""

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Repeat a text in the line of --info default; an empty one leaves it out.",
      valueName: "text"))
  var separator: String?

  func validate() throws {
    if let gap, !(0...100).contains(gap) {
      throw ValidationError("--gap: 0 to 100 expected, not \(gap)")
    }
  }

  private static func border(_ option: String, _ text: String) throws -> BorderStyle {
    try ProgramError.parsing(option) { text == "inline" ? .line : try BorderStyle(text) }
  }

  private static func place(_ option: String, _ text: String) throws -> ScreenBox.LabelPlace {
    try ProgramError.parsing(option) { try ScreenBox.LabelPlace(text) }
  }

  /// Chooses what is given.
  func choose(_ options: inout PickOptions) {
    let usual = style?.border ?? .none
    func box(
      _ border: BorderStyle?, _ label: String, _ place: ScreenBox.LabelPlace?
    ) -> ScreenBox {
      var box = ScreenBox()
      box.border = border ?? usual
      (box.label, box.labelPlace) = (label, place ?? .init())
      return box
    }
    options.partBoxes.input = box(inputBorder, inputLabel, inputLabelPos)
    options.partBoxes.list = box(listBorder, listLabel, listLabelPos)
    options.partBoxes.header = box(headerBorder, headerLabel, headerLabelPos)
    options.partBoxes.footer = box(
      footerBorder ?? style?.border ?? .line, footerLabel, footerLabelPos)
    let edge = previewLabel.isEmpty ? BorderStyle.line : .rounded
    options.partBoxes.preview = box(
      previewBorder ?? style?.border ?? edge, previewLabel, previewLabelPos)
    if previewBorder != nil { options.preview?.window.border = nil }
    options.footer = footer.map(ScreenOptions.lines) ?? []
    (options.gap, options.gapLine) = (gap ?? (gapLine.isEmpty ? 0 : 1), gapLine)
    options.ghost = ghost
    options.info.separator = separator ?? (style?.hasSeparator == false ? "" : nil)
  }
}

/// The borders of all parts: `default`, `minimal`, `full` or `full:double`.
struct PartStyle: Hashable, Sendable {
  /// The style of the borders; nil for the usual ones.
  var border: BorderStyle?
  /// Whether the line of the number of rows goes on.
  var hasSeparator = false

  /// Parses a style.
  ///
  /// - Throws: `SyntaxError` if it is none.
  init(_ text: String) throws(SyntaxError) {
    let name = text.prefix { $0 != ":" }
    let style = text[name.endIndex...].dropFirst()
    switch name {
    case "default" where style.isEmpty: hasSeparator = true
    case "minimal" where style.isEmpty: break
    case "full": border = style.isEmpty ? .rounded : try BorderStyle(String(style))
    default:
      throw SyntaxError(unknown: "style", text[...], among: ["default", "minimal", "full"])
    }
  }
}
