import ArgumentParser
import ShortlistTerminal

/// Which sections are collapsed at the start.
struct CollapseOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Collapse this section (repeatable).", valueName: "section"))
  var collapse: [String] = []

  @Flag(name: .customLong("collapse-all"), help: "Collapse all sections.")
  var collapseAll = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Collapse all sections but this one (repeatable).", valueName: "section"))
  var expand: [String] = []

  func validate() throws {
    if !collapse.isEmpty && (collapseAll || !expand.isEmpty) {
      throw ValidationError(
        "--collapse and --\(collapseAll ? "collapse-all" : "expand") contradict each other.")
    }
  }

  /// Which sections are collapsed.
  var collapsing: Collapsing {
    let isForAll = collapseAll || !expand.isEmpty
    return Collapsing(isForAll: isForAll, exceptions: Set(isForAll ? expand : collapse))
  }
}
