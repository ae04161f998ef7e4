package import Shortlist

/// How lines are shown and searched.
///
/// Besides their text, lines can have attributes that a reader of lines makes of it. They are not
/// shown by themselves.
package struct LineSettings: Hashable, Sendable {
  /// The attribute that has a line as it is colored.
  package static let colored = "ansi"
  /// The attribute that has the fields that are shown.
  package static let shown = "shown"
  /// The attribute that has the fields that are searched.
  package static let searched = "searched"
  /// The attribute that has the number of the line.
  package static let place = "place"

  /// The distance of the columns to which tabs reach.
  package var tabStop = 8
  /// How lines are divided into fields.
  package var fields = LineFields()
  /// What is shown of a line; empty for all.
  package var shownFields = FieldTemplate()
  /// The fields of what is shown that are searched; empty for all.
  package var searchedFields: [FieldRange] = []
  /// Whether the colors of lines are shown.
  package var hasColors = false
  /// Whether the last line comes first.
  package var isReversed = false
  /// The first lines, which are shown above the rows; nil if there are none.
  package var head: LineHead?

  package init() {}

  /// The attributes that are not shown by themselves.
  package var hiddenAttributes: Set<String> {
    var names: Set<String> = []
    if hasColors { names.insert(Self.colored) }
    if !shownFields.isEmpty { names.insert(Self.shown) }
    if !searchedFields.isEmpty { names.insert(Self.searched) }
    if isReversed { names.insert(Self.place) }
    return names
  }

  /// Returns attributes without those that are not shown by themselves, which come last.
  package func shown(_ schema: ListSchema) -> ListSchema {
    let hidden = hiddenAttributes
    if hidden.isEmpty { return schema }
    var shown = ListSchema(schema.entries.filter { !hidden.contains($0.name) })
    shown.dates = schema.dates
    return shown
  }

  /// Returns where a text is matched, from where the fields of it that are searched are matched.
  ///
  /// Offsets are of UTF-16 code units.
  package func matches(_ matches: Highlights, in text: String) -> Highlights {
    if searchedFields.isEmpty || matches.isEmpty { return matches }
    let bytes = Array(text.utf8)
    func length(_ part: Range<Int>) -> Int {
      String(decoding: bytes[part], as: UTF8.self).utf16.count
    }
    var found: Highlights = []
    var end = 0
    for part in fields.parts(searchedFields, of: bytes) {
      let start = end
      end += length(part)
      let shift = length(0..<part.lowerBound) - start
      for match in matches where match.overlaps(start..<end) {
        let inside = match.clamped(to: start..<end)
        found.append(inside.lowerBound + shift..<inside.upperBound + shift)
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }
}
