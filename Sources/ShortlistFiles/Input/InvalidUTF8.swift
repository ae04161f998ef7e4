/// What becomes of bytes that are not valid UTF-8.
public enum InvalidUTF8: Hashable, Sendable {
  /// Reading fails, and the error names the line.
  case refused
  /// U+FFFD takes their place.
  case replaced
  /// `KeptBytes` stand for them, so that the bytes of each value can be restored.
  ///
  /// In lines, carriage returns and a byte order mark are kept as well.
  case kept
}
