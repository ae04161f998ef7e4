import ShortlistJSON

/// The result of a request.
struct Answer: Sendable {
  var json: JSON
  /// The revision of the list that it reports; nil if it reports none.
  var revision: Int?
  /// The handle of the list that the request addressed or opened.
  var list: String?

  init(_ json: JSON, revision: Int? = nil) {
    self.json = json
    self.revision = revision
  }

  /// Creates an answer that begins with the revision.
  init(revision: Int, _ members: [(String, JSON)] = []) {
    self.init(
      .object(JSONObject([("revision", .integer(revision))] + members)), revision: revision)
  }
}

/// What a list reports at one of its revisions.
protocol Report {
  var revision: Int { get }
  var json: JSON { get }
}

extension Report {
  var answer: Answer { Answer(json, revision: revision) }
}
