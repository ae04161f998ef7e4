/// Which state of the rows that several lists share a table has.
package struct TableVersion: Hashable, Sendable {
  /// The number of commits so far, plus one.
  package internal(set) var revision = 1
  /// The number of times that all kept results were discarded.
  var epoch = 0
  /// The number of entries in the log of touched slots since then.
  var logged = 0
}
