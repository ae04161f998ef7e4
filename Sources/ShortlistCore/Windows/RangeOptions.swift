/// Which part of a section's rows a window shows.
///
///     .fixed(length: 50)                       // the first 50 rows
///     .fixed(length: 50, offset: 10, from: .end)  // 50 rows that end 10 before the last
public struct RangeOptions: Hashable, Sendable {
  /// The end of a section that an offset counts from.
  public enum Pin: String, Sendable, CaseIterable {
    /// The first row.
    case beginning
    /// The last row.
    case end
  }

  /// How many rows are asked for.
  public let length: Int
  /// How many rows lie between the pin and the window.
  public let offset: Int
  /// The end that `offset` counts from.
  public let pin: Pin

  /// A window of fixed length: rows `offset ..< offset + length` from the pin, clipped to the
  /// section.
  ///
  /// It grows back when rows come.
  ///
  /// - Precondition: Neither `length` nor `offset` is negative.
  public static func fixed(length: Int, offset: Int = 0, from pin: Pin = .beginning) -> Self {
    precondition(length >= 0, "a window's length must not be negative, but is \(length)")
    precondition(offset >= 0, "a window's offset must not be negative, but is \(offset)")
    return Self(length: length, offset: offset, pin: pin)
  }
}
