/// What a transaction has changed in a table.
struct DecodedTransaction: Hashable, Sendable {
  /// The low bits of its number.
  var number: UInt32
  /// Where the log continues after its commit.
  var end: UInt64
  var changes: [RowChange]
}
