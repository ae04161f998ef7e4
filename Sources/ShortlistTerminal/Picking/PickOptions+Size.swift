import Shortlist

extension PickOptions {
  /// Returns the part of a terminal to draw on.
  func size(on terminal: Size) -> Size {
    let rows =
      switch height {
      case .full: terminal.rows
      case .lines(let lines): lines < 0 ? terminal.rows + lines : lines
      case .percent(let percent): terminal.rows * max(0, min(percent, 100)) / 100
      }
    return Size(columns: terminal.columns, rows: max(1, min(rows, terminal.rows)))
  }
}
