import ArgumentParser
import Shortlist

/// The attributes to count and measure, and the output format.
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
    let most = NumberRequest.bucketCounts.upperBound
    if !(0...most).contains(buckets) {
      throw ValidationError("--buckets must be 0 to \(most), but is \(buckets).")
    }
  }
}

/// The output format of counts and measures.
enum FacetFormat: String, ExpressibleByArgument, CaseIterable {
  /// Tables for display.
  case table
  /// The result of the protocol's `list.facets`.
  case json
}
