/// How tight upper bounds of points are.
enum BoundStep: CaseIterable {
  /// From the letters of texts.
  case letters
  /// From the bytes of texts.
  case bytes
  /// Also from whether the letters stand together, for rankings that count it.
  case kinds
}
