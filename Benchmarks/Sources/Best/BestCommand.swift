import Foundation
import Shortlist
import ShortlistFiles

/// Prints the best row for each line of standard input, searched for in the lines of a file.
///
/// Of rows that fit as well the shortest is the best, then the first one; a line that nothing fits
/// is answered by an empty one.
@main
enum BestCommand {
  static func main() throws {
    guard CommandLine.arguments.count == 2, let path = CommandLine.arguments.last else {
      FileHandle.standardError.write(Data("usage: Best FILE < SEARCHES\n".utf8))
      exit(2)
    }
    var builder = TableBuilder(path: path)
    try FileSource(path: path, format: .lines).read(into: &builder) { _, _ in }
    var engine = ListEngine(try builder.finish(), workers: .cores)
    _ = engine.setRange(.fixed(length: 1), section: nil)
    while let search = readLine() {
      var query = ListQuery()
      query.match = .fuzzy
      query.prefersShort = true
      query.search = search
      _ = try engine.setQuery(query)
      print(engine.snapshot(0..<1, highlights: false).lines.first?.values[0].text ?? "")
    }
  }
}
