import ArgumentParser
import ShortlistTerminal

/// Where the parts of the screen are.
struct LayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the search is: reverse (at the top, the usual place), default or reverse-list.",
      discussion: "In the latter two it is at the bottom; in default, rows go up from it.",
      valueName: "layout"))
  var layout: ScreenLayout?

  @Flag(help: "The same as --layout reverse.")
  var reverse = false

  @Flag(name: .customLong("header-first"), help: "Show the text above the rows before the search.")
  var headerFirst = false

  @Option(
    name: .customLong("scroll-off"),
    help: ArgumentHelp(
      "Show so many rows before and after that at the cursor.", valueName: "rows"))
  var scrollOff = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The sign at the row of the cursor.", valueName: "sign"))
  var pointer: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The sign at picked rows.", valueName: "sign"))
  var marker: String?

  @Option(
    help: ArgumentHelp(
      "A border around the screen.",
      discussion: """
        The styles are those of fzf: rounded (without a value), sharp, bold, double, dashed, block, \
        thinblock, horizontal, vertical, line, top, bottom, left, right or none.
        """, valueName: "style"),
    transform: { text in try ProgramError.parsing("--border") { try BorderStyle(text) } })
  var border: BorderStyle?

  @Option(
    name: .customLong("border-label"), parsing: .unconditional,
    help: ArgumentHelp("A text on the border.", valueName: "text"))
  var borderLabel = ""

  @Option(
    name: .customLong("border-label-pos"), parsing: .unconditional,
    help: ArgumentHelp(
      "The column of that text: 3, -3 from the right, center; and :bottom.", valueName: "place"),
    transform: { text in
      try ProgramError.parsing("--border-label-pos") { try ScreenBox.LabelPlace(text) }
    })
  var borderLabelPos: ScreenBox.LabelPlace?

  @Option(
    help: ArgumentHelp(
      "Empty cells around the border.",
      discussion: """
        One number is for all sides, two are for top and bottom, left and right, three for top, left \
        and right, bottom, four for top, right, bottom, left. 10% is a part of the screen.
        """, valueName: "cells,…"),
    transform: { text in try ProgramError.parsing("--margin") { try ScreenBox.Insets(text) } })
  var margin: ScreenBox.Insets?

  @Option(
    help: ArgumentHelp("Empty cells within the border.", valueName: "cells,…"),
    transform: { text in try ProgramError.parsing("--padding") { try ScreenBox.Insets(text) } })
  var padding: ScreenBox.Insets?

  @Option(
    help: ArgumentHelp(
      "Where the number of rows that match is: default, right, hidden, inline or inline-right.",
      discussion: """
        The usual place is inline-right, the end of the line of the search. default and right are a \
        line below it. inline:TEXT and inline-right:TEXT have a text before the number.
        """, valueName: "style"),
    transform: { text in try ProgramError.parsing("--info") { try InfoStyle(text) } })
  var info: InfoStyle?

  @Option(
    name: [.long, .customLong("popup")],
    help: ArgumentHelp(
      "Show the screen in a popup of tmux, if it runs there: center, left,40% or 80%,60%.",
      valueName: "place,size"),
    transform: { text in try ProgramError.parsing("--tmux") { try TmuxPopup(text) } })
  var tmux: TmuxPopup?

  @Option(
    name: .customLong("jump-labels"), parsing: .unconditional,
    help: ArgumentHelp("The keys of the action jump, for the rows in order.", valueName: "keys"))
  var jumpLabels: String?

  @Flag(name: .customLong("no-mouse"), help: "Leave the mouse to the terminal.")
  var noMouse = false

  func validate() throws {
    if !(0...1000).contains(scrollOff) {
      throw ValidationError("--scroll-off: 0 to 1000 expected, not \(scrollOff)")
    }
    for (name, sign) in [("pointer", pointer), ("marker", marker)] {
      guard let sign, sign.reduce(0, { $0 + $1.displayWidth }) > 1 else { continue }
      throw ValidationError("--\(name): a sign of one column expected, not \(sign)")
    }
    if let labels = jumpLabels, labels.isEmpty || !labels.allSatisfy(\.isASCII) {
      throw ValidationError("--jump-labels: ASCII characters expected, not \(labels)")
    }
  }

  /// Chooses what is given.
  func choose(_ options: inout PickOptions) {
    options.layout = layout ?? .reverse
    options.isHeaderFirst = headerFirst
    options.margin = scrollOff
    (options.pointer, options.mark) = (pointer, marker)
    options.box.border = border ?? .none
    options.box.margin = margin ?? .init()
    options.box.padding = padding ?? .init()
    options.box.label = borderLabel
    options.box.labelPlace = borderLabelPos ?? .init()
    options.info = info ?? .init()
    if let jumpLabels { options.jumpLabels = jumpLabels }
    if noMouse { options.hasMouse = false }
  }
}

extension ScreenLayout: ExpressibleByArgument {}
