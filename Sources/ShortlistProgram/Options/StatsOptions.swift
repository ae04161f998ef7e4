import ArgumentParser
import Shortlist

/// Whether it is told what a list took.
struct StatsOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Say on standard error what the list took: time, and memory by part.",
      discussion: """
        MB are millions of bytes. Bytes a row are those of all rows, whether they match or not. \
        What the process held at most includes what it needed while it read the rows.
        """))
  var stats = false

  /// Does what a command does with its list, and then tells what the list took if that is asked for.
  ///
  /// It is also told if the command ends with another status; not if something goes wrong.
  ///
  /// - Throws: What `body` throws.
  func tell(of list: LiveList, _ body: () async throws -> Void) async throws {
    var status: ExitStatus?
    do { try await body() } catch let ended as ExitStatus { status = ended }
    if stats {
      let figures = ListFigures(
        rows: await list.count, times: await list.times, memory: await list.memory,
        peak: ProcessMemory.peak)
      StandardError.write(figures.text)
    }
    if let status { throw status }
  }
}
