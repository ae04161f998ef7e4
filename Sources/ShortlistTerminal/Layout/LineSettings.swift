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

  /// The attribute that has the fields that identify a line.
  package static let identity = "identity"

  /// The distance of the columns to which tabs reach.
  package var tabStop = 8
  /// How lines are divided into fields.
  package var fields = LineFields()
  /// What is shown of a line; empty for all.
  package var shownFields = FieldTemplate()
  /// The fields of what is shown that are searched; empty for all.
  package var searchedFields: [FieldRange] = []
  /// The fields that identify a line when the lines are read again; empty for its number.
  package var identityFields: [FieldRange] = []
  /// All that can be shown and searched while the screen is there, that of the start first; empty
  /// if nothing else can be.
  package private(set) var shownChoices: [FieldTemplate] = []
  package private(set) var searchedChoices: [[FieldRange]] = []
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
    for choice in choices { names.formUnion(choice.attributes) }
    if numbersLines { names.insert(Self.place) }
    if !identityFields.isEmpty { names.insert(Self.identity) }
    return names
  }

  /// Whether the number of a line is an attribute, because its id is another or counts from the
  /// end.
  package var numbersLines: Bool { isReversed || !identityFields.isEmpty }

  // MARK: Choices

  /// A way to show and search lines, and the attributes for it; nil for those that it does not
  /// need.
  package struct Choice: Hashable, Sendable {
    package var shownFields: FieldTemplate
    package var searchedFields: [FieldRange]
    package var colored: String?
    package var shown: String?
    package var searched: String?

    /// The attribute that is searched; nil for that of the lines themselves.
    package var searchedAttribute: String? { searched ?? shown }
    var attributes: [String] { [colored, shown, searched].compactMap(\.self) }
  }

  /// The ways to show and search lines, that of the start first.
  package var choices: [Choice] {
    (0..<max(1, shownChoices.count)).flatMap { shown in
      (0..<max(1, searchedChoices.count)).map { choice(shown, $0) }
    }
  }

  /// The way in which lines are shown and searched.
  package var choice: Choice {
    choice(
      shownChoices.firstIndex(of: shownFields) ?? 0,
      searchedChoices.firstIndex(of: searchedFields) ?? 0)
  }

  private func choice(_ shown: Int, _ searched: Int) -> Choice {
    func name(_ name: String, _ index: Int) -> String {
      index == 0 ? name : "\(name)\(index + 1)"
    }
    let shownFields = shownChoices.isEmpty ? shownFields : shownChoices[shown]
    let searchedFields = searchedChoices.isEmpty ? searchedFields : searchedChoices[searched]
    return Choice(
      shownFields: shownFields, searchedFields: searchedFields,
      colored: hasColors ? name(Self.colored, shown) : nil,
      shown: shownFields.isEmpty ? nil : name(Self.shown, shown),
      searched: searchedFields.isEmpty
        ? nil : name(Self.searched, shown * max(1, searchedChoices.count) + searched))
  }

  /// Lets lines be shown and searched in other ways, too.
  package mutating func offer(shown: [FieldTemplate], searched: [[FieldRange]]) {
    shownChoices = [shownFields]
    for fields in shown where !shownChoices.contains(fields) { shownChoices.append(fields) }
    searchedChoices = [searchedFields]
    for fields in searched where !searchedChoices.contains(fields) {
      searchedChoices.append(fields)
    }
  }

  /// Chooses what is shown, that of the start if the text is empty.
  ///
  /// - Returns: Whether it is one of the choices.
  mutating func show(_ text: Substring) -> Bool {
    let fields = text.isEmpty ? shownChoices.first : FieldTemplate(String(text))
    guard let fields, shownChoices.contains(fields) else { return false }
    shownFields = fields
    return true
  }

  /// Chooses what is searched, that of the start if the text is empty.
  ///
  /// - Returns: Whether it is one of the choices.
  mutating func search(_ text: Substring) -> Bool {
    let fields = text.isEmpty ? searchedChoices.first : FieldRange.ranges(text)
    guard let fields, searchedChoices.contains(fields) else { return false }
    searchedFields = fields
    return true
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
