extension ListQuery {
  /// Returns the parts of a text that the search matches, for highlighting in a view.
  ///
  ///     var query = ListQuery()
  ///     query.search = "mü"
  ///     let text = "Anna Müller"
  ///     query.highlights(in: text, of: "name").map { text[$0] }  // "Mü"
  ///
  /// Each part consists of whole characters (grapheme clusters).
  ///
  /// - Parameters:
  ///   - text: A text of a row that matches.
  ///   - attribute: The attribute of the text; an attribute that is not searched has no matches.
  /// - Returns: The parts, ascending.
  /// - Complexity: O(search + text)
  public func highlights(in text: String, of attribute: String) -> [Range<String.Index>] {
    let schema = ListSchema([ListSchema.Entry(name: attribute, type: .text)])
    let places = try? SearchPlan(self, schema: schema, isLenient: true)?
      .highlights(of: .text(text), column: 0)
    return (places ?? []).map { place in
      String.Index(
        utf16Offset: place.lowerBound, in: text)..<String.Index(
          utf16Offset: place.upperBound, in: text)
    }
  }
}
