import ArgumentParser
import Shortlist
import ShortlistTerminal

/// The rules for picking, and the initial selection.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Pick only rows that have a value of this attribute (repeatable).", valueName: "attribute"))
  var require: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Pick only rows that pass a filter, and say else why (repeatable).",
      discussion: "For example: --rule 'stock:1.. :: it is sold out'",
      valueName: "filter :: reason"),
    transform: { text in try ProgramError.parsing("--rule") { try RuleSpec(text) } })
  var rule: [RuleSpec] = []

  @Flag(help: "Pick one row; the same as --max 1.")
  var single = false

  @Flag(name: [.customShort("m"), .long], help: "Pick any number of rows (the default).")
  var multi = false

  @Flag(
    name: [.customShort("1"), .customLong("select-1")],
    help: "If one row matches at the start, pick it without a screen.")
  var selectOne = false

  @Flag(
    name: [.customShort("0"), .customLong("exit-0")],
    help: "If no row matches at the start, end at once, with status 1.")
  var exitZero = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Begin with these rows picked (repeatable); to pick one, with the cursor on it.",
      valueName: "id,…"))
  var select: [NamesArgument] = []

  @Option(
    name: .customLong("select-where"), parsing: .unconditional,
    help: ArgumentHelp(
      "Begin with the rows picked that pass a filter, those that may be.", valueName: "filter"))
  var selectWhere: String?

  @Option(
    help: ArgumentHelp(
      "Offer to make a row of the text typed, and give it that as this attribute.",
      discussion: """
        The row is in the list, and in the result. In a table it is written; files are not.
        """,
      valueName: "attribute"))
  var create: String?

  /// Checks these options against the limits.
  func check(_ limits: LimitOptions) throws {
    if single && limits.max > 1 {
      throw ValidationError("--single and --max \(limits.max) contradict each other.")
    }
    if single && multi { throw ValidationError("--single and --multi contradict each other.") }
    if isSingle(limits) && limits.min > 1 {
      throw ValidationError("--single and --min \(limits.min) contradict each other.")
    }
  }

  /// Returns whether exactly one row is picked.
  func isSingle(_ limits: LimitOptions) -> Bool { single || limits.max == 1 }

  /// Returns the limits of the selection.
  func limits(_ limits: LimitOptions) -> SelectionLimits {
    SelectionLimits(maximum: single ? 1 : limits.max, minimum: limits.min)
  }

  /// Whether all rows must be read before the screen is shown.
  var needsAllRows: Bool { isAboutRows || selectOne || exitZero }

  /// Whether the options can be checked only after all rows are read, when attributes and ids are
  /// known.
  var isAboutRows: Bool {
    !(require.isEmpty && rule.isEmpty && select.isEmpty) || selectWhere != nil
  }
}
