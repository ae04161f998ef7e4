package import Shortlist

/// Rows of a list, with what the screen says about them besides.
package struct ShownPage: Hashable, Sendable {
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

/// The selected rows in pick order, as far as they are known.
package struct PickedRows: Sendable {
  /// The revision that they were read at.
  package var revision: Int
  /// All of them.
  package var count: Int
  /// The first of them.
  package var rows: [(id: RowID, values: Row)]
}
