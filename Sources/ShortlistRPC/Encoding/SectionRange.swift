import ShortlistJSON

/// The sections that an answer has: all, or a range of them.
struct SectionRange {
  var from = 0
  /// The number of sections; nil for all.
  var length: Int?

  /// The members of an answer: the sections in the range and, unless all were requested, how many
  /// there are.
  func members<Section>(
    of sections: [Section], _ json: (Section) -> JSON
  ) -> [(String, JSON)] {
    let rest = sections.dropFirst(from)
    let listed = JSON(Array(rest.prefix(length ?? rest.count)), json)
    if length == nil && from == 0 { return [("sections", listed)] }
    return [("sections", listed), ("sectionCount", .integer(sections.count))]
  }
}
