import Foundation
import Shortlist
import ShortlistFiles
import Workloads

/// Measures the keystrokes of a search: until the number of matches and the first 50 are known.
@main
enum KeystrokesCommand {
  private static let usage = """
    usage: Benchmarks/run Keystrokes [--json] [--rounds 9] FILE
    FILE is searched in its first attribute; `make-files` and `make-synthetic` make such files.
    """
  /// What is typed.
  private static let fuzzy = ["l", "li", "lin", "linu", "linux", "usrlibso"]
  /// What is typed in an order by text.
  private static let sorted: [(MatchKind, [String])] = [
    (.words, ["l", "li", "lin", "linux", "linux doc"]), (.substring, ["l", "li", "inu", "linux"]),
    (.prefix, ["u", "usr/lib/l", "usr/share/doc/linux"]),
  ]

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isJSON = arguments.first == "--json"
    if isJSON { arguments.removeFirst() }
    var rounds = 9
    if arguments.count > 2, arguments[0] == "--rounds", let given = Int(arguments[1]) {
      rounds = max(1, given)
      arguments.removeFirst(2)
    }
    guard arguments.count == 1, let path = arguments.first else {
      FileHandle.standardError.write(Data("\(usage)\n".utf8))
      exit(2)
    }
    let measurement = try Measurement(path, rounds: rounds)
    var results = try measurement.fuzzy(Self.fuzzy)
    results += try measurement.sorted(Self.sorted)
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
    } else {
      print("\(measurement.rows) rows; medians of \(rounds) rounds in ms (99th percentile)")
      for result in results { print(result.line) }
    }
  }
}
