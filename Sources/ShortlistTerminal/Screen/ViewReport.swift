package import Shortlist

/// What the screen shows: all that a command line needs to show the same.
package struct ViewReport: Hashable, Sendable {
  /// The typed text.
  package var search: String
  /// How it is compared.
  package var match: MatchKind
  /// The filters of the panels; nil if there are none.
  package var filter: Filter?
  /// The keys of the order.
  package var sort: [SortKey]
  /// The sections; nil for none.
  package var sections: SectionRule?
  /// The attributes that are shown, in order; nil if they are those of the start.
  package var columns: [String]?
  /// The widths that were chosen.
  package var widths: [String: Int] = [:]
  /// Which sections are collapsed.
  package var collapsing = Collapsing()
  /// Whether rows that match better come first.
  package var ranks = true
  /// Whether rows take as many lines as their values need.
  package var wraps = false
  /// Whether the typed text is searched for.
  package var isSearchEnabled = true

  package init(
    search: String, match: MatchKind, filter: Filter? = nil, sort: [SortKey] = [],
    sections: SectionRule? = nil, columns: [String]? = nil
  ) {
    self.search = search
    self.match = match
    self.filter = filter
    self.sort = sort
    self.sections = sections
    self.columns = columns
  }
}

/// A request to write what the screen shows to a file.
package struct FileRequest: Hashable, Sendable {
  /// The name of the file; its ending tells the format.
  package var path: String
  /// Whether a file that exists is replaced.
  package var replaces: Bool
  /// Whether only the selected rows are written, instead of all that are shown.
  package var isForSelected: Bool
  /// What the screen shows.
  package var view: ViewReport
}

/// Writes what the screen shows to files.
package final class ViewWriter: Sendable, Hashable {
  /// Writes a file.
  ///
  /// Returns what was written, as `39 rows`. Throws `FileExistsError` if the file exists and is not
  /// to be replaced.
  package let write: @Sendable (FileRequest, any ListProtocol) async throws -> String

  /// The error for a file that exists.
  package struct FileExistsError: Error {
    package init() {}
  }

  package init(
    _ write: @escaping @Sendable (FileRequest, any ListProtocol) async throws -> String
  ) {
    self.write = write
  }

  package static func == (one: ViewWriter, other: ViewWriter) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The name of a file that is being typed on the last line.
package struct FileEntry: Hashable, Sendable {
  package var field = SearchField()
  /// The name of a file that exists, which a second Enter replaces.
  package var existing: String?
  /// Why a file of this name was not written.
  package var problem: String?
}
