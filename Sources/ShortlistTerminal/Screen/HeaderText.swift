/// The text above the rows, without the first lines of the source.
struct HeaderText: Hashable, Sendable {
  var lines: [String]
  var isHidden = false
}
