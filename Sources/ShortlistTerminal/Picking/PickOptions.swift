public import Shortlist

/// How a picker looks and what it accepts.
public struct PickOptions: Hashable, Sendable {
  /// How much of the screen is used.
  public enum Height: Hashable, Sendable {
    /// All of it; what was there comes back at the end.
    case full
    /// So many lines below the cursor.
    case lines(Int)
    /// So many hundredths of the lines of the screen, below the cursor.
    case percent(Int)
  }

  /// The attributes shown, in this order; nil for all.
  public var columns: [String]?
  /// The attributes whose values can be counted and filtered by, in this order; nil for those that
  /// have values which repeat.
  public var facets: [String]?
  /// How many rows can be picked.
  ///
  /// The list enforces its own maximum; it is to be opened with the same one. The minimum counts
  /// when rows are accepted: a list that was opened with it would not let the last rows be unmarked
  /// for others.
  public var limits = SelectionLimits()
  /// The attribute that gets the text typed when a row is made of it; nil if none are made.
  ///
  /// A row of a list that is stored is written to where its rows come from; another one is in the list
  /// alone.
  public var creates: String?
  /// What stands before the search text.
  public var prompt = "> "
  /// How much of the screen is used.
  public var height = Height.full
  /// Whether colours are used.
  public var hasColor = true
  /// Whether the picker uses ASCII characters only; the data is shown as it is.
  public var isASCII = false
  /// Whether the mouse is used.
  public var hasMouse = true
  /// Whether the source of the list is followed: the picker starts at the end of the list, stays
  /// there while rows come, and says how many have come when the person is elsewhere.
  public var follows = false
  /// Whether rows are numbered and picked by typing their numbers, line by line, for screen readers
  /// and terminals that cannot move their cursor.
  public var isPlain = false

  /// Creates the options of a picker on the whole screen.
  public init() {}
}

/// How picking ended.
public enum PickOutcome: Sendable {
  /// These rows were accepted, in pick order; at least one.
  case picked([(id: RowID, values: [CellValue])])
  /// It was accepted that there is nothing to pick.
  case nothing
  /// The person left without a choice.
  case cancelled
}
