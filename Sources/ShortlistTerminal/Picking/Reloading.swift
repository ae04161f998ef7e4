package import Shortlist

/// Makes lists of the output of commands.
package struct Reloading: Sendable {
  /// Returns the rows of a file, and its first lines that are no rows.
  package typealias Open =
    @Sendable (_ path: String) throws -> (rows: any RowSource, head: LineHead?)
  /// Returns the list of rows.
  package typealias MakeList = @Sendable (_ rows: any RowSource) async throws -> any ListProtocol

  let open: Open
  let makeList: MakeList

  /// Creates what makes lists.
  package init(open: @escaping Open, makeList: @escaping MakeList) {
    self.open = open
    self.makeList = makeList
  }

  /// Returns the list of the output of a program.
  ///
  /// The program ends when the list has read its output, or is gone.
  func list(of process: SourceProcess) async throws -> (list: any ListProtocol, head: LineHead?) {
    let (rows, head) = try open(process.path)
    return (try await makeList(Rows(rows: rows, process: process)), head)
  }

  private struct Rows: RowSource {
    let rows: any RowSource
    let process: SourceProcess

    var name: String { "the output of the command" }

    func read(
      into builder: inout TableBuilder,
      progress: (inout TableBuilder, LoadProgress) throws -> Void
    ) throws {
      do { try rows.read(into: &builder, progress: progress) } catch var error as SourceError {
        if error.path == process.path { error.path = name }
        throw error
      }
    }

    func cancelReading() {
      process.stop()
      rows.cancelReading()
    }
  }
}
