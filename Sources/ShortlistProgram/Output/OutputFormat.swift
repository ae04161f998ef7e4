import ArgumentParser

/// The output format of rows.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// The id of each row.
  case ids
  /// The values of each row, separated by tabs.
  case lines
  /// Comma-separated values with a header.
  case csv
  /// A JSON array of objects.
  case json
  /// A JSON object per row, each on its own line.
  case jsonl
}
