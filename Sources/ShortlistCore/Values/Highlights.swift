/// The ranges of a shown text that the search matched, in UTF-16 code units, ascending and not
/// adjacent.
public typealias Highlights = [Range<Int>]
