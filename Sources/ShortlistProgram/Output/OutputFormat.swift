import ArgumentParser

/// The form of the result.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// The id of each row.
  case ids
  /// The values of each row, separated by tabs.
  case lines
  /// Comma-separated values with a header.
  case csv
  /// One JSON array of objects.
  case json
  /// A JSON object on a line for each row.
  case jsonl
}
