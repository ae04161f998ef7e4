package import Shortlist

/// Rows of a list, with what the screen says about them besides.
package struct PageSnapshot: Hashable, Sendable {
  /// The rows.
  package var page: Page
  /// How much of each section is selected, by its index; none while nothing is.
  package var sections: [SelectedSectionsReport.Section] = []
  /// The text that can become a row.
  package var offer: String?

  package init(_ page: Page) { self.page = page }

  /// The selected rows that do not match.
  package var notShown: Int {
    max(0, page.selected - sections.reduce(0) { $0 + $1.selected })
  }

  /// How much of a section is selected.
  package func state(of section: Int) -> SelectedSectionsReport.Section.State {
    sections.indices.contains(section) ? sections[section].state : .none
  }
}

/// Selected rows in pick order.
package struct PickedRows: Sendable {
  /// The revision that they were read at.
  package var revision: Int
  /// All of them.
  package var count: Int
  /// The place of the first one known.
  package var start: Int
  /// Those known.
  package var rows: [(id: RowID, values: [CellValue])]
}
