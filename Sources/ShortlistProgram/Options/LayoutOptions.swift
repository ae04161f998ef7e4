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
  }

  /// Chooses what is given.
  func choose(_ options: inout PickOptions) {
    options.layout = layout ?? .reverse
    options.isHeaderFirst = headerFirst
    options.margin = scrollOff
    (options.pointer, options.mark) = (pointer, marker)
    if noMouse { options.hasMouse = false }
  }
}

extension ScreenLayout: ExpressibleByArgument {}
