import Shortlist

/// What a run of the preview command depends on.
///
/// The command runs again when any of it differs.
package struct PreviewRequest: Hashable, Sendable {
  package let template: CommandTemplate
  /// The row at the cursor; nil if there is none.
  let id: RowID?
  let values: [CellValue]
  /// The typed text, if the command depends on it.
  let search: String
  /// The number of changes of the selection, if the command depends on it.
  let selections: Int
  /// The revision of the list, if the command depends on the rows that match.
  let revision: Int
  /// The size of the preview.
  package let size: Size

  package init(
    _ template: CommandTemplate, row: CommandTemplate.Row?, search: String, selections: Int,
    revision: Int, size: Size
  ) {
    self.template = template
    id = row?.id
    values = row?.values ?? []
    self.search = template.usesSearch ? search : ""
    self.selections = template.uses(.picked) ? selections : 0
    self.revision = template.uses(.matching) ? revision : 0
    self.size = size
  }

  /// Returns the command line for the shell.
  ///
  /// - Parameters:
  ///   - picked: The picked rows.
  ///   - matching: The rows that match.
  ///   - write: Writes a file, and returns its path.
  /// - Returns: The bytes for the shell, without NUL.
  package func command(
    picked: [CommandTemplate.Row] = [], matching: [CommandTemplate.Row] = [],
    writing write: ([UInt8]) throws -> String
  ) rethrows -> [UInt8] {
    try template.command(
      row: id.map { ($0, values) }, picked: picked, matching: matching, search: search,
      writing: write)
  }
}
