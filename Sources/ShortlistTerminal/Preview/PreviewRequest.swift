import Shortlist

/// What a run of the preview command depends on.
///
/// The command runs again when any of it differs.
package struct PreviewRequest: Hashable, Sendable {
  /// The most picked rows that a command is about.
  package static let mostPicked = 10_000

  package let template: CommandTemplate
  /// The row at the cursor; nil if there is none.
  let id: RowID?
  let values: [CellValue]
  /// The typed text, if the command depends on it.
  let search: String
  /// The number of changes of the selection, if the command depends on it.
  let selections: Int
  /// The size of the preview.
  package let size: Size

  package init(
    _ template: CommandTemplate, row: CommandTemplate.Row?, search: String, selections: Int,
    size: Size
  ) {
    self.template = template
    id = row?.id
    values = row?.values ?? []
    self.search = template.usesSearch ? search : ""
    self.selections = template.usesPicked ? selections : 0
    self.size = size
  }

  /// Returns the command line for the shell.
  ///
  /// - Parameters:
  ///   - picked: The picked rows.
  ///   - write: Writes a file, and returns its path.
  /// - Returns: The bytes for the shell, without NUL.
  package func command(
    picked: [CommandTemplate.Row] = [], writing write: ([UInt8]) throws -> String
  ) rethrows -> [UInt8] {
    try template.command(
      row: id.map { ($0, values) }, picked: picked, search: search, writing: write)
  }
}
