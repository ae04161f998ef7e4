import ArgumentParser
import Shortlist

/// The maximum and minimum number of result rows.
struct LimitOptions: ParsableArguments {
  @Option(
    name: [.long, .customLong("limit")], parsing: .unconditional,
    help: ArgumentHelp("At most this many rows; 0 is no limit.", valueName: "count"))
  var max = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("At least this many rows, or none at all.", valueName: "count"))
  var min = 0

  func validate() throws {
    if max < 0 { throw ValidationError("--max (or --limit) must not be negative, but is \(max).") }
    if min < 0 { throw ValidationError("--min must not be negative, but is \(min).") }
    if max > 0 && min > max {
      throw ValidationError("--min \(min) is above --max (or --limit) \(max).")
    }
  }
}
