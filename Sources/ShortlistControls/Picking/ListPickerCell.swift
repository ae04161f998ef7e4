import Shortlist
import ShortlistCore

/// A cell of a list picker: the app draws it, and the picker searches its text.
///
/// Apart from its text, a cell is up to the app: a value, or an existing view.
///
///     struct ContactCell: ListPickerCellContent {
///       var contact: Contact
///       var searchText: String { contact.name }
///     }
public protocol ListPickerCellContent {
  /// The text that the picker searches.
  var searchText: String { get }
}

/// A cell of one or two lines of text, for sources that need no cells of their own.
///
///     let cell = ListPickerCell(ann.name, subtitle: ann.city)
public struct ListPickerCell: ListPickerCellContent, Hashable, Sendable {
  /// The first line.
  public var title: String
  /// The second line; nil for none.
  public var subtitle: String?

  /// Creates a cell.
  public init(_ title: String, subtitle: String? = nil) {
    self.title = title
    self.subtitle = subtitle
  }

  /// Both lines.
  public var searchText: String { subtitle.map { "\(title)\n\($0)" } ?? title }
}

/// A section index and a row index.
///
/// In the functions of a data source, both are indices into the source's own list, or into the
/// filtered list where documented. In the functions of a picker, they are indices into what the
/// picker shows.
///
///     let cell = try contactsPicker.cell(at: ListPickerIndexPath(section: 1, row: 0))
public struct ListPickerIndexPath: Hashable, Comparable, Sendable {
  /// The index of the section.
  public var section: Int
  /// The index of the row in the section.
  public var row: Int

  /// Creates an index path.
  public init(section: Int = 0, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether one place precedes another: in an earlier section, or earlier in the same one.
  public static func < (a: Self, b: Self) -> Bool { (a.section, a.row) < (b.section, b.row) }
}
