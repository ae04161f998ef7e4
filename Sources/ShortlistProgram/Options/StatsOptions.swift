import ArgumentParser
import Shortlist

/// Whether to report the time and memory that a list used.
struct StatsOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Say on standard error what the list took: time, and memory by part.",
      discussion: """
        MB are millions of bytes. Bytes a row are those of all rows, whether they match or not. \
        What the process held at most includes what it needed while it read the rows.
        """))
  var stats = false

  /// Runs the body of a command, and then reports the list's figures if requested.
  ///
  /// Also reports them if the body ends with an exit status, but not after other errors.
  ///
  /// - Throws: The errors of `body`.
  func report(on list: any ListProtocol, _ body: () async throws -> Void) async throws {
    var status: ExitStatus?
    do { try await body() } catch let ended as ExitStatus { status = ended }
    if stats {
      // Rows on a server take neither time to read nor memory here.
      let inMemory = list as? LiveList
      let figures = ListFigures(
        rows: await list.count, times: await inMemory?.times, memory: await inMemory?.memory,
        peak: ProcessMemory.peak)
      StandardError.write(figures.text)
    }
    if let status { throw status }
  }
}
