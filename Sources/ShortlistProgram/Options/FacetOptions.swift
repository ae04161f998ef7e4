import ArgumentParser

/// What is counted and measured, and how it comes out.
struct FacetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The attributes whose values are counted.", valueName: "attribute,…"))
  var by: NamesArgument?

  @Option(help: ArgumentHelp("The numbers and dates that are measured.", valueName: "attribute,…"))
  var number: NamesArgument?

  @Option(
    help: ArgumentHelp(
      "At most so many values of each attribute; 0 is no limit.", valueName: "count"))
  var limit = 10

  @Option(
    help: ArgumentHelp("The parts of a histogram, 1 to 10000; 0 is none.", valueName: "count"))
  var buckets = 10

  @Flag(help: "Draw bars of the counts also where the output is no terminal.")
  var bars = false

  @Option(help: "What comes out: table or json.")
  var output = FacetFormat.table

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit must not be negative, but is \(limit).") }
    if !(0...10_000).contains(buckets) {
      throw ValidationError("--buckets must be 0 to 10000, but is \(buckets).")
    }
  }
}

/// The form of what was counted.
enum FacetFormat: String, ExpressibleByArgument, CaseIterable {
  /// Tables for people.
  case table
  /// What the protocol's `list.facets` answers.
  case json
}
