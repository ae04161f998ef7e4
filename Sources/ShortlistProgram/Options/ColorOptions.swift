import ArgumentParser
import Shortlist
import ShortlistFiles

/// Whether sequences that color lines are a part of their text.
struct ColorOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show the colors of lines instead of the sequences that set them.",
      discussion: "The search and the result are without them."))
  var ansi = false

  /// Returns the source with colors apart from lines, if wanted.
  ///
  /// Paths of files have no colors.
  ///
  /// - Throws: `Failure` if the rows are no lines of a file or of standard input.
  func source(_ rows: any RowSource) throws -> any RowSource {
    if !ansi || rows is DirectorySource { return rows }
    guard let file = rows as? FileSource, file.format == .lines else {
      throw Failure("--ansi: this is for lines of a file or of standard input, without --follow")
    }
    return ColoredLines(source: file)
  }

  /// The attribute that is searched, shown and put out unless others are named; nil for all.
  var attributes: NamesArgument? { ansi ? NamesArgument(argument: LinesParser.attribute) : nil }
}
