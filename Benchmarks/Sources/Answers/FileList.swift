import Shortlist
import ShortlistFiles

/// The rows of a file, for a list of them for each question.
struct FileList {
  private let table: RowTable

  /// Reads a file that a script of `data/` made.
  init(path: String) throws {
    let source = FileSource(path: path, format: .csv)
    var builder = TableBuilder(path: path, workers: .cores)
    try source.read(into: &builder) { _, _ in }
    table = try builder.finish()
  }

  /// The number of rows.
  var count: Int { table.count }

  /// Builds the indexes that a list builds in the background after it was opened.
  func prepareSearch() {
    let engine = engine()
    var part = 0
    while engine.prepareSearch(part) { part += 1 }
  }

  /// A list that has kept no answers, with a window as a screen has it.
  func engine(_ workers: Workers = .cores) -> ListEngine {
    var engine = ListEngine(table, workers: workers)
    _ = engine.setRange(.fixed(length: Self.shown), section: nil)
    return engine
  }

  /// Rows of a window.
  static let shown = 50
}
