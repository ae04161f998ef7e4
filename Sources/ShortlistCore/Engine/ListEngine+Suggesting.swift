extension ListEngine {
  /// The rows whose text begins with another, whatever the query is.
  ///
  /// Both are folded, white space at the ends of the text does not count, and `*` and `?` are
  /// characters like others.
  ///
  ///     let found = try engine.suggestions(for: "zo", in: "name")
  ///     found.items.map(\.text)  // Zo, Zoë, zoe
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - attribute: The attribute that is compared, which must be a text.
  ///   - limit: So many rows at most are wanted.
  /// - Throws: `InvalidRequest` for an attribute that is not there or is no text.
  /// - Complexity: O(log n + limit), after O(n log n) once for an attribute
  public mutating func suggestions(
    for text: String, in attribute: String, limit: Int = 20
  ) throws(InvalidRequest) -> Suggestions {
    let (texts, order) = try textOrder(of: attribute)
    let typed = TypedText(text)
    return Suggestions(
      revision: revision,
      items: order.slots(beginningWith: typed.folded, limit: limit).map { slot in
        Suggestions.Item(id: table.id(slot), text: texts[slot] ?? "")
      },
      exact: typed.isEmpty
        ? nil : order.slot(equalling: typed.shown, folded: typed.folded).map(table.id))
  }

  private mutating func textOrder(
    of attribute: String
  ) throws(InvalidRequest) -> (TextColumn, TextOrder) {
    guard let index = table.schema.index(of: attribute) else {
      throw InvalidRequest("attribute: there is no attribute \(attribute)")
    }
    guard case .text(let texts) = table.columns[index] else {
      throw InvalidRequest("attribute: \(attribute) is no text")
    }
    return (texts, TextOrder(results.order([SortKey(attribute)], of: table), of: texts))
  }
}

/// What was typed, without white space at its ends.
private struct TypedText {
  let shown: [UInt8]
  let folded: [UInt8]

  init(_ text: String) {
    let bytes = Array(text.utf8)
    shown = Array(bytes[Folding.trimmed(bytes.span)])
    folded = Folding.fold(String(decoding: shown, as: UTF8.self))
  }

  var isEmpty: Bool { shown.isEmpty }
}
