package import Shortlist

/// A page of rows, with the selection and offer that the screen shows with it.
package struct PageSnapshot: Hashable, Sendable {
  /// The rows.
  package var page: Page
  /// The selection counts of each section, by section index; empty while nothing is selected.
  package var sections: [SelectedSectionsReport.Section] = []
  /// The typed text that can become a row.
  package var offer: String?

  package init(_ page: Page) { self.page = page }

  /// The number of selected rows that do not match.
  package var notShown: Int {
    max(0, page.selected - sections.reduce(0) { $0 + $1.selected })
  }

  /// Returns how much of a section is selected.
  package func state(of section: Int) -> SelectedSectionsReport.Section.State {
    sections.indices.contains(section) ? sections[section].state : .none
  }
}

/// Selected rows in pick order.
package struct PickedRows: Sendable {
  /// The revision at which they were read.
  package var revision: Int
  /// The total number of selected rows.
  package var count: Int
  /// The place of the first known row.
  package var start: Int
  /// The known rows.
  package var rows: [(id: RowID, values: [CellValue])]
}
