/// Errors that say what to write instead.
extension FilterParser {
  /// The error for an attribute that does not exist.
  func unknownAttribute(_ place: Int, _ name: String) -> FilterError {
    var error = error(place, "an attribute")
    error.unknown = name
    if let meant = schema.name(similarTo: name) {
      error.advice = "did you mean \(SimilarName.written(meant))?"
    } else if !schema.entries.isEmpty {
      error.advice = "there are " + SimilarName.enumeration(schema.entries.map(\.name))
    }
    return error
  }

  /// The error for a word without `:`, as in `seats>100` and `boeing`.
  func missingValue(_ place: Int, _ word: String) -> FilterError {
    var error = error(place, "attribute:value")
    if let sign = word.firstIndex(where: { "<>=!".contains($0) }),
      schema.type(of: String(word[..<sign])) != nil
    {
      error.advice = "write \(word[..<sign]):\(word[sign...])"
    }
    return error
  }

  /// The error for a text that is no number, as in `100-200`.
  func wrongNumber(_ place: Int, _ text: String) -> FilterError {
    var error = error(place, "a number")
    let ends = text.split(separator: "-").map(String.init)
    if ends.count == 2, ends.allSatisfy({ NumberText.number(Array($0.utf8).span) != nil }) {
      error.advice = "a range is written \(ends[0])..\(ends[1])"
    }
    return error
  }

  /// The error for a range of an attribute that has none.
  func unordered(_ place: Int, _ name: String, _ type: AttributeType) -> FilterError {
    var error = error(place, "a plain value")
    error.advice = "\(name) is of type \(type.rawValue), which has no ranges"
    return error
  }

  /// The error for a text that is no date.
  func wrongDate(_ place: Int) -> FilterError {
    var error = error(place, "a date")
    if error.found.contains("T") || error.found.contains(":") {
      error.advice = "a date with a time is written in quotes"
    } else if schema.dates == .civil {
      error.advice = "dates are written 2024-05-31, 2024-05, 2024, today or -7d"
    }
    return error
  }
}
