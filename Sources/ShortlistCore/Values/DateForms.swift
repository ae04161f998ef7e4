/// The forms in which a list accepts dates.
package enum DateForms: Hashable, Sendable {
  /// Days, and instants with a zone: `2024-05-31`, `2024-05-31T10:00Z`.
  case zoned
  /// Also civil times, which have no zone: `2024-05-31 10:00`, `2024-05-31T10:00:00,123`.
  ///
  /// They are compared as if they were in UTC, and kept as written. Filters also have the short
  /// forms of `DayPeriod`.
  case civil
}
