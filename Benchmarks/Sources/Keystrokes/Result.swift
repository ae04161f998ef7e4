import Foundation
import Workloads

/// The times of one keystroke.
struct Result: Codable {
  /// How rows are searched.
  let match: String
  /// What is typed.
  let search: String
  /// What was there before: nothing, the result of one letter less, or of one more.
  let kind: String
  /// On how many threads.
  let threads: Int
  /// Rows that match.
  let matches: Int
  /// Until the first 50 are known, in milliseconds.
  let milliseconds: Statistics

  /// A line for people.
  var line: String {
    let times = String(format: "%8.3f (%.3f)", milliseconds.median, milliseconds.p99)
    let name = "\(match) \(kind), \(threads) threads".padding(
      toLength: 34, withPad: " ", startingAt: 0)
    let typed = search.padding(toLength: 22, withPad: " ", startingAt: 0)
    return "\(name) \(typed) \(String(format: "%9d", matches)) \(times)"
  }
}
