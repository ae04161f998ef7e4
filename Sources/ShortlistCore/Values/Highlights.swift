/// The parts of a shown text that the search matched, in UTF-16 code units, ascending, apart.
public typealias Highlights = [Range<Int>]
