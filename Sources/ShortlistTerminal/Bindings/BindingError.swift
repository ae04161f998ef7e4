import Shortlist

/// The error in the text of a binding.
package struct BindingError: Error, Hashable, CustomStringConvertible {
  /// A one-line message that names the part.
  package let description: String

  init(_ description: String) { self.description = description }

  /// Creates the error that a name is unknown.
  init(unknown kind: String, _ name: String, in binding: String = "", among names: [String]) {
    let meant = SimilarName.of(name, among: names.sorted())
    let place = binding.isEmpty || binding == name ? "" : " in \(binding)"
    description =
      "there is no \(kind) \(name)\(place)" + (meant.map { "; did you mean \($0)?" } ?? "")
  }
}
