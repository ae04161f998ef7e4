/// The ranges of a shown text that the search matched, in UTF-16 code units, ascending and not
/// adjacent.
package typealias Highlights = [Range<Int>]
