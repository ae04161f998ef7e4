import ArgumentParser
import Shortlist

/// The output format of rows.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The attributes shown and put out, in this order (default: all).",
      discussion: """
        A name that contains a comma stands in double quotes, here and in all options that take names.
        """, valueName: "attribute,…"))
  var columns: NamesArgument?

  @Option(help: "What comes out: ids, lines, csv, json or jsonl.")
  var output = OutputFormat.lines

  @Flag(name: .customLong("print0"), help: "End ids and lines with NUL instead of a line end.")
  var print0 = false

  /// Returns the writer for the rows of a list.
  ///
  /// - Throws: `ProgramError` for an unknown attribute.
  func writer(schema: ListSchema) throws -> RowWriter {
    let names = columns?.names ?? schema.entries.map(\.name)
    let indices = try names.map { name in
      guard let index = schema.index(of: name) else {
        throw ProgramError("--columns: \(schema.unknown(name))")
      }
      return index
    }
    return RowWriter(
      format: output, names: names, columns: indices, isTerminal: isOutputTerminal,
      terminator: print0 ? 0 : UInt8(ascii: "\n"))
  }
}
