/// Why a search found nothing to show.
struct SearchFailure: Hashable, Sendable {
  var reason: String
  /// The place of the invalid term in the text, in UTF-8 bytes; nil if the list could not be read.
  var offset: Int?
}
