extension Unicode.Scalar {
  /// Whether the code point separates words of a query or a filter text.
  ///
  /// These are Unicode's white space and the four information separators of ASCII.
  var isSpace: Bool { Folding.isWhiteSpace(value) }
}
